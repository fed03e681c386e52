import { commonPasswords } from './common-passwords.ts'

/** Why a new password is rejected; the browser has a sentence for each value. */
export type PasswordWeakness = 'short' | 'long' | 'common' | 'repeated' | 'sequence' | 'name'

const shortest = 8
const longest = 128
const productNames = ['cloudfactory', 'cloud-factory', 'cloud factory', 'yungongchang', '云工厂']
const rows = [
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertyuiopasdfghjklzxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
]

/**
 * The weakness of a new password; null when it has none.
 * `names`: names of the person that it must not contain; parts shorter than three characters do not count.
 */
export function passwordWeakness(password: string, names: readonly string[]): PasswordWeakness | null {
  const length = Array.from(password).length
  if (length < shortest) return 'short'
  if (length > longest) return 'long'
  const plain = password.normalize('NFKC').toLowerCase()
  if (isRepeated(plain)) return 'repeated'
  if (isSequence(plain)) return 'sequence'
  if (isCommon(plain)) return 'common'
  return [...productNames, ...names].some((name) => holds(plain, name)) ? 'name' : null
}

/** `Dragon2024!` is `dragon` with a predictable suffix. */
function isCommon(plain: string): boolean {
  const core = plain.replace(/[\d\s!-/:-@[-`{-~]+$/, '')
  return commonPasswords.has(plain) || (core.length >= 4 && commonPasswords.has(core))
}

/** One to four characters repeated: aaaaaaaa, abababab, 12341234. */
function isRepeated(plain: string): boolean {
  const letters = Array.from(plain)
  return [1, 2, 3, 4].some((period) => letters.every((letter, at) => letter === letters[at % period]))
}

/** One run up or down the alphabet, the digits or the keyboard. */
function isSequence(plain: string): boolean {
  const codes = Array.from(plain).map((letter) => letter.codePointAt(0) ?? 0)
  const steps = new Set(codes.slice(1).map((code, at) => code - (codes[at] ?? 0)))
  const [step] = steps
  if (steps.size === 1 && (step === 1 || step === -1)) return true
  const backwards = Array.from(plain).reverse().join('')
  return plain === '1234567890' || rows.some((row) => row.includes(plain) || row.includes(backwards))
}

function holds(plain: string, name: string): boolean {
  const part = name.normalize('NFKC').toLowerCase().trim()
  return Array.from(part).length >= 3 && plain.includes(part)
}
