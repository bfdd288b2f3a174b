import { create } from 'zustand'
import { storeText, storedText } from './storage/storage.ts'

const key = 'waggle:sound'

/** Whether sound is on, for this device only (ux 41). */
export const useSound = create<{ isOn: boolean }>(() => ({ isOn: storedText(key) !== 'off' }))

export function setSound(isOn: boolean): void {
  useSound.setState({ isOn })
  storeText(key, isOn ? 'on' : 'off')
  // Browsers play sound only after a user gesture, and this is one.
  if (isOn) play('soon')
}

const tones = {
  soon: [{ hertz: 880, at: 0, seconds: 0.12 }],
  tick: [{ hertz: 660, at: 0, seconds: 0.06 }],
  over: [
    { hertz: 660, at: 0, seconds: 0.25 },
    { hertz: 440, at: 0.3, seconds: 0.6 },
  ],
} as const
let context: AudioContext | null = null

export function play(which: keyof typeof tones): void {
  if (!useSound.getState().isOn || typeof AudioContext === 'undefined') return
  // Without a user gesture a browser would delay the sound until it is no longer relevant.
  if (!navigator.userActivation.hasBeenActive) return
  context ??= new AudioContext()
  void context.resume()
  for (const { hertz, at, seconds } of tones[which]) {
    const tone = new OscillatorNode(context, { frequency: hertz, type: 'triangle' })
    const loudness = new GainNode(context, { gain: 0.4 })
    tone.connect(loudness).connect(context.destination)
    tone.start(context.currentTime + at)
    tone.stop(context.currentTime + at + seconds)
  }
}
