import type { Message } from '#events/messages/message.ts'
import { said } from '../catalogue.ts'

type Step = { text: string; message?: Message }

export function stepText({ text, message }: Step): string {
  return said(message, text)
}
