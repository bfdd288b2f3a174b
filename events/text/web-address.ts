export const webProtocol = /^https?$/

export function isWebAddress(text: string): boolean {
  return URL.canParse(text) && webProtocol.test(new URL(text).protocol.slice(0, -1))
}
