// Creates an operator, an account and a user as `nsc` does: the parts of a .creds file.
import { nkeys } from '@nats-io/transport-node'

type KeyPair = ReturnType<typeof nkeys.createUser>

/** Lines for nats-server's configuration, and the credentials of a user that it accepts. */
export function natsCredentials(): { config: string; creds: string } {
  const [operator, user] = [nkeys.createOperator(), nkeys.createUser()]
  const [account, system] = [nkeys.createAccount(), nkeys.createAccount()]
  const limits = { subs: -1, data: -1, payload: -1, conn: -1, imports: -1, exports: -1 }
  const stored = { mem_storage: -1, disk_storage: -1, streams: -1, consumer: -1 }
  const operatorJwt = jwt(operator, operator, { type: 'operator', version: 2 })
  const accountJwt = (subject: KeyPair, extraLimits: Record<string, number>) =>
    jwt(operator, subject, {
      type: 'account',
      version: 2,
      limits: { ...limits, ...extraLimits, wildcards: true },
    })
  // JetStream needs a system account, but cannot be used in the system account itself.
  const accounts = [
    `${account.getPublicKey()}: ${accountJwt(account, stored)}`,
    `${system.getPublicKey()}: ${accountJwt(system, {})}`,
  ]
  const userJwt = jwt(account, user, { type: 'user', version: 2, subs: -1, data: -1, payload: -1 })
  const seed = new TextDecoder().decode(user.getSeed())
  return {
    config: `operator: ${operatorJwt}
system_account: ${system.getPublicKey()}
resolver: MEMORY
resolver_preload: { ${accounts.join(', ')} }
`,
    creds: `-----BEGIN NATS USER JWT-----
${userJwt}
------END NATS USER JWT------

-----BEGIN USER NKEY SEED-----
${seed}
------END USER NKEY SEED------
`,
  }
}

function jwt(issuer: KeyPair, subject: KeyPair, nats: Record<string, unknown>): string {
  const claims = {
    jti: crypto.randomUUID(),
    iat: Math.floor(Date.now() / 1_000),
    iss: issuer.getPublicKey(),
    name: 'waggle',
    sub: subject.getPublicKey(),
    nats,
  }
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${part({ typ: 'JWT', alg: 'ed25519-nkey' })}.${part(claims)}`
  return `${signed}.${Buffer.from(issuer.sign(Buffer.from(signed))).toString('base64url')}`
}
