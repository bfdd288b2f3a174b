import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** Headers that only pages need; they are larger than many responses. */
export const pageHeaders = [
  'permissions-policy',
  'content-security-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
  'x-frame-options',
  'referrer-policy',
]
/** Nothing of a JSON response may be shown or embedded. */
const jsonPolicy = "default-src 'none';frame-ancestors 'none'"
const videos = ['https://www.youtube.com', 'https://www.youtube-nocookie.com']

/** What no page uses, so that a script that got in could not use it either. */
const unused =
  'accelerometer camera display-capture geolocation gyroscope hid magnetometer ' +
  'microphone midi payment serial usb'
const permissionsPolicy = unused
  .split(' ')
  .map((feature) => `${feature}=()`)
  .join(', ')

/**
 * Sets security headers. The console may load only its own scripts and sockets, and images from any
 * URL; a JSON response nothing at all.
 */
export async function securityHeaders(
  web: FastifyInstance,
  { https }: { https: boolean },
): Promise<void> {
  await web.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'self'"],
        objectSrc: ["'none'"],
        scriptSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        // The component library sets colours and sizes by style attributes and style elements.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', 'https:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        frameSrc: videos,
        frameAncestors: ["'self'"],
        formAction: ["'self'"],
      },
    },
    // These make sense only over https; a venue without it must not be redirected to https.
    hsts: https,
    crossOriginOpenerPolicy: https,
    originAgentCluster: https,
    referrerPolicy: { policy: 'same-origin' },
  })
  web.addHook('onSend', async ({ headers }, reply) => {
    reply.header('permissions-policy', permissionsPolicy)
    if (headers.cookie !== undefined || headers.authorization !== undefined) keepPrivate(reply)
    if (!String(reply.getHeader('content-type')).startsWith('application/json')) return
    for (const name of pageHeaders) reply.removeHeader(name)
    reply.header('content-security-policy', jsonPolicy)
  })
}

/** What a caller with credentials gets may not be given to anybody else by a cache on the way. */
function keepPrivate(reply: FastifyReply): void {
  const current = reply.getHeader('cache-control')
  if (current === undefined) reply.header('cache-control', 'no-store')
  if (current === 'no-cache') reply.header('cache-control', 'private, no-cache')
}
