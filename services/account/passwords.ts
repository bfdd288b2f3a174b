import { say } from '#events/messages/message.ts'
import type { Message } from '#events/messages/message.ts'
import { maxPasswordCharacters } from '#events/rules/limits.ts'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { limitConcurrency } from '../store/concurrency-limit.ts'

// Passwords that are guessed first: common words and keyboard rows, alone or combined with digits.
const words = `password passwort passw0rd p4ssword pass secret geheim letmein welcome willkommen admin administrator root user guest
test testing login hello hallo iloveyou loveyou love ichliebedich monkey dragon master shadow sunshine princess prinzessin
football fussball baseball basketball soccer hockey superman batman spiderman pokemon naruto starwars minecraft fortnite
michael jennifer jessica ashley daniel thomas andrea sabrina charlie jordan hunter killer whatever trustno1 freedom
computer internet samsung google facebook abc abcd abcde abcdef abcdefg abcdefgh qwe qwer qwert qwertz qwerty qwertyui
qwertyuiop qwertzuiop azerty azertyuiop asd asdf asdfg asdfgh asdfghjkl zxcvbn zxcvbnm yxcvbnm yxcvbn 1q2w3e 1q2w3e4r
1q2w3e4r5t q1w2e3r4 1qaz2wsx qazwsx qazwsxedc zaq12wsx changeme default summer winter spring autumn sommer herbst
january february march april august september october november december monday friday cheese cookie chocolate pepper
ginger banana orange flower butterfly purple jesus angel lucky ninja mustang harley ferrari porsche liverpool arsenal
chelsea barcelona waggle killerqueen killer queen bees hive hivemind arcade tournament turnier blue gold snail berry berries`

const commonPasswords = new Set(words.split(/\s+/))
const shortest = 3

const masks: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
}

export const passwordLength = { least: 8, recommended: 12, most: maxPasswordCharacters }

/** Why a new password is refused, or null. There are no rules about kinds of characters. */
export function passwordProblem(
  password: string,
  about: { name?: string; email?: string | null } = {},
): Message | null {
  const letters = Array.from(password).length
  const { least, most } = passwordLength
  if (letters < least) return say('tooFewCharacters', { least })
  if (letters > most) return say('tooManyCharacters', { most })
  const plain = password.normalize('NFKC').toLowerCase()
  if (isCommon(plain)) return say('passwordCommon')
  const ownWords = [about.name, about.email, about.email?.split('@')[0]]
  if (ownWords.some((word) => word?.toLowerCase() === plain)) {
    return say('passwordIsName')
  }
  return null
}

// Hashing is slow on purpose. At most two run at once, so that other threads stay free.
const limited = limitConcurrency({ atOnce: 2, maxWaiting: 200 })

export function hash(password: string): Promise<string> {
  return limited(() => hashPassword(password))
}

let dummyHash: Promise<string> | null = null

/** Takes the same time if there is no password to compare with. */
export async function verify({
  hash: storedHash,
  password,
}: {
  hash: string | null
  password: string
}): Promise<boolean> {
  dummyHash ??= hashPassword('nobody has this password')
  const compared = storedHash ?? (await dummyHash)
  const fits = await limited(() => verifyPassword({ hash: compared, password }))
  return fits && storedHash !== null
}

/** `plain` is in lower case. */
function isCommon(plain: string): boolean {
  if (new Set(plain).size < 3) return true
  if (isRun(plain)) return true
  const trimmed = plain.replace(/^[\d\W_]+|[\d\W_]+$/g, '')
  // Digits alone are usually a date, a number or a keyboard sequence.
  if (trimmed.length < shortest) return /^[\d\W_]*$/.test(plain) && plain.length < 12
  return (
    isMadeOf(commonPasswords, plain) ||
    isMadeOf(commonPasswords, trimmed) ||
    isMadeOf(commonPasswords, unmasked(trimmed))
  )
}

/** True for a known word, or for two known words in a row. */
function isMadeOf(all: ReadonlySet<string>, text: string): boolean {
  if (all.has(text)) return true
  for (let cut = shortest; cut <= text.length - shortest; cut++) {
    if (all.has(text.slice(0, cut)) && all.has(text.slice(cut))) return true
  }
  return false
}

function unmasked(text: string): string {
  return text.replace(/[013457@$]/g, (sign) => masks[sign] ?? sign)
}

/** True for consecutive characters, up or down. */
function isRun(text: string): boolean {
  const codes = Array.from(text, (letter) => letter.charCodeAt(0))
  const steps = new Set(codes.slice(1).map((code, index) => code - codes[index]!))
  if (steps.size === 1 && Math.abs([...steps][0]!) <= 1) return true
  return '01234567890123456789'.includes(text) || '98765432109876543210'.includes(text)
}
