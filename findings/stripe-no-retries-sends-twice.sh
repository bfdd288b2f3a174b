#!/usr/bin/env bash
# stripe (Node) 23.1.0: with no retries allowed it sends a request twice; with two allowed it does not
# repeat one whose answer was cut.
#
# A server on loopback answers once, then closes the kept connection instead of answering. Guess for
# `maxNetworkRetries: 0`: one request. Seen: two, with one idempotency key, and an error that says
# "Request was retried 1 times."
# Then the server sends headers and the beginning of a body, and closes. Guess for
# `maxNetworkRetries: 2`: three requests. Seen: one, and an error: whether the payment was made is
# unknown, and only a call with the same idempotency key can tell.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true,"type":"module"}' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact stripe@23.1.0
cat > try.mjs <<'END'
import { createServer } from 'node:http'
import Stripe from 'stripe'

let fault = null
let keys = []
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    keys.push(request.headers['idempotency-key'])
    if (fault === 'closed') return request.socket.destroy()
    response.setHeader('content-type', 'application/json')
    if (fault !== 'cut') return response.end('{"id":"cus_1","object":"customer"}')
    response.setHeader('content-length', 100)
    response.write('{"id":')
    setTimeout(() => request.socket.destroy(), 100)
  })
})
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
const { port } = server.address()
const connect = (maxNetworkRetries) =>
  new Stripe('sk_test_x', { host: '127.0.0.1', port, protocol: 'http', maxNetworkRetries })

async function create(stripe, what) {
  keys = []
  const answer = await stripe.customers.create({ name: 'A' }).then(
    () => 'ok',
    (error) => error.type,
  )
  console.log(`${what}: ${answer}, requests ${keys.length}, keys ${new Set(keys).size}`)
}
const once = connect(0)
await create(once, 'no retries, answered')
fault = 'closed'
await create(once, 'no retries, kept connection closed')
fault = 'cut'
await create(connect(2), 'two retries, body cut')
process.exit()
END
node try.mjs > seen.txt
cat > expected.txt <<'END'
no retries, answered: ok, requests 1, keys 1
no retries, kept connection closed: StripeConnectionError, requests 2, keys 1
two retries, body cut: StripeConnectionError, requests 1, keys 1
END
cat seen.txt
diff expected.txt seen.txt
