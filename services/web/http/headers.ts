import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

const videos = ['https://www.youtube.com', 'https://www.youtube-nocookie.com']

/** Sets security headers for the console: only its own scripts and sockets, images from any URL. */
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
}
