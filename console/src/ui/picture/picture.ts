import { maxPicturePixels } from '#events/rules/limits.ts'

/** Maximum length of a picture as a data URL that the server accepts. */
const maxCharacters = 690_000

/** Scales a size down so that no side exceeds `side` pixels. Never scales it up. */
export function fitSize(width: number, height: number, side: number): [number, number] {
  const scale = Math.min(1, side / Math.max(width, height, 1))
  return [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))]
}

/** A photo as a data URL, small enough for the network of a venue; null if it is not a picture. */
export async function smallPicture(file: Blob): Promise<string | null> {
  const image = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)
  if (!image) return null
  try {
    for (let side = maxPicturePixels; side >= 128; side /= 2) {
      const data = encode(image, fitSize(image.width, image.height, side))
      if (data !== null && data.length <= maxCharacters) return data
    }
    return null
  } finally {
    image.close()
  }
}

function encode(image: ImageBitmap, [width, height]: [number, number]): string | null {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d')
  if (!context) return null
  context.drawImage(image, 0, 0, width, height)
  const webp = canvas.toDataURL('image/webp', 0.8)
  if (webp.startsWith('data:image/webp')) return webp
  // A browser that cannot encode WebP returns PNG instead. A JPEG of a photo is a tenth of that
  // size, but has no transparency, so the background is filled with white.
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, width, height)
  return canvas.toDataURL('image/jpeg', 0.8)
}
