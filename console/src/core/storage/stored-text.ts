/** A text in local storage; null if there is none, or if the browser forbids storage. */
export function storedText(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
