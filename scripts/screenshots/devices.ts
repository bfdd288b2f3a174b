// The devices whose screens are photographed.
export const devices = {
  tablet: { viewport: { width: 1280, height: 800 }, hasTouch: true },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  display: { viewport: { width: 1920, height: 1080 } },
}

export const chromiumArgs = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run']
