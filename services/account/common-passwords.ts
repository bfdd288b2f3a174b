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

/** `plain` is in lower case. */
export function isCommon(plain: string): boolean {
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
