const longestSide = 1_024
/** What the server takes of a picture, as text. */
const mostCharacters = 690_000

/** The same shape within a square of so many pixels; never larger than it was. */
export function within(width: number, height: number, longest: number): [number, number] {
  const scale = Math.min(1, longest / Math.max(width, height, 1))
  return [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))]
}

/** A file of a camera, small enough for the network of a venue; null: no picture. */
export async function smallPicture(file: Blob): Promise<string | null> {
  const image = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)
  if (!image) return null
  try {
    for (let longest = longestSide; longest >= 128; longest /= 2) {
      const data = drawn(image, within(image.width, image.height, longest))
      if (data !== null && data.length <= mostCharacters) return data
    }
    return null
  } finally {
    image.close()
  }
}

function drawn(image: ImageBitmap, [width, height]: [number, number]): string | null {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d')
  if (!context) return null
  context.drawImage(image, 0, 0, width, height)
  const webp = canvas.toDataURL('image/webp', 0.8)
  if (webp.startsWith('data:image/webp')) return webp
  // What cannot write WebP wrote PNG; a photo is a tenth of that as JPEG, which knows no glass.
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, width, height)
  return canvas.toDataURL('image/jpeg', 0.8)
}
