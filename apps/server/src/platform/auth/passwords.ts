import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { Selectable } from 'kysely'
import type { Tables } from '../db/schema.ts'
import { DomainError } from '../http/domain-error.ts'

const derive = promisify(argon2) as (kind: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>

/** `lasting`: chosen by its owner; `first`: of the first start; `once`: handed over, not yet used; `used`: handed over, used. */
export type PasswordState = Selectable<Tables['users']>['password_state']

interface PasswordCost {
  /** KiB. */
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

/** OWASP ASVS 5.0 appendix C: argon2id with at least 19 MiB, two passes, one lane. */
const standardCost: PasswordCost = { memory: 19456, passes: 2, parallelism: 1 }

const atOnce = 2
const longestQueue = 50

/** Hashes and checks passwords. Every call may throw `server.busy` when too many are waiting. */
export interface Passwords {
  /** PHC string to store. */
  hash(password: string): Promise<string>
  /** `stored` is null for an unknown person: takes the same time and returns false. */
  verify(stored: string | null, password: string): Promise<boolean>
  /** Whether a stored password was hashed with a cost other than the current one. */
  isOutdated(stored: string): boolean
}

/** One per process: its queue keeps hashing from using the whole machine. */
export function createPasswords(cost: PasswordCost = standardCost): Passwords {
  const inTurn = turns()
  const prefix = phcPrefix(cost)
  return {
    async hash(password) {
      const salt = randomBytes(16)
      const tag = await inTurn(() => derive('argon2id', parametersOf(cost, salt, password, 32)))
      return `${prefix}${unpadded(salt)}$${unpadded(tag)}`
    },
    async verify(stored, password) {
      const known = (stored !== null && parse(stored)) || {
        cost,
        salt: randomBytes(16),
        tag: randomBytes(32),
      }
      const tag = await inTurn(() =>
        derive('argon2id', parametersOf(known.cost, known.salt, password, known.tag.length)),
      )
      return timingSafeEqual(tag, known.tag)
    },
    isOutdated: (stored) => !stored.startsWith(prefix),
  }
}

/** Runs at most `atOnce` jobs at a time; the others wait in a queue. Fails when the queue is too long. */
function turns() {
  const waiting: (() => void)[] = []
  let running = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running += 1
    else {
      if (waiting.length >= longestQueue) throw new DomainError('server.busy', { retryAfter: 3 })
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
    try {
      return await work()
    } finally {
      // The slot goes directly to the next job, so that no new one can take it.
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

const phcPrefix = ({ memory, passes, parallelism }: PasswordCost): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$`

const phc = /^\$argon2id\$v=19\$m=(\d{1,8}),t=(\d{1,4}),p=(\d{1,3})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

function parse(stored: string): { cost: PasswordCost; salt: Buffer; tag: Buffer } | null {
  const [, memory, passes, parallelism, salt, tag] = phc.exec(stored) ?? []
  if (salt === undefined || tag === undefined) return null
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}

const parametersOf = (
  cost: PasswordCost,
  nonce: Buffer,
  message: string,
  tagLength: number,
): Argon2Parameters => ({
  ...cost,
  message,
  nonce,
  tagLength,
})

/** Common passwords in Chinese factories, English and Spanish, and keyboard patterns. Lower case. */
export const commonPasswords: ReadonlySet<string> = new Set(
  `
  password passw0rd p@ssw0rd p@ssword pa55word pa$$word password1 password12 password123 password1234
  passwort contraseña contrasena 123456 1234567 12345678 123456789 1234567890 0123456789 0987654321
  987654321 87654321 7654321 11111111 111111 000000 00000000 88888888 66666666 99999999 22222222 12121212
  123123123 123321123 12344321 1234qwer qwer1234 1q2w3e4r 1q2w3e4r5t q1w2e3r4 q1w2e3r4t5 1qaz2wsx 1qaz@wsx
  !qaz2wsx zaq12wsx qazwsx qazwsxedc qwerty qwerty1 qwerty12 qwerty123 qwertyui qwertyuiop qwert12345
  asdfghjk asdfghjkl asdf1234 asdfasdf zxcvbnm zxcvbnm1 zxcv1234 abc123 abc12345 abcd1234 abc123456
  abcdefg abcdefgh a1b2c3d4 aa123456 aa12345678 a123456 a12345678 a123456789 123456a 123456aa 12345678a
  1a2b3c4d abc123abc 123abc123 123qwe 123qweasd 123qwe123 qwe123 qweasd qweasdzxc qwe123qwe 5201314
  52013145201314 1314520 13145200 7758521 woaini woaini520 woaini1314 woaini521 iloveyou iloveyou1
  ilovey0u loveyou woaini123 woaiwojia woainima wodemima wodepassword mima1234 mima123456 zhangsan
  zhangsan123 lisi1234 wangwu123 xiaoming tiantian zhongguo zhonghua beijing shanghai guangzhou shenzhen
  chongqing tianjin hangzhou nanjing wuhan chengdu gongchang gangjiegou gangchang laoban laobanhao gongsi
  gongren chejian shebei guanliyuan guanli jianguo jianjun weiming dahai taishan nihao nihaoma nihao123
  hello123 hello1234 hellohello admin admin1 admin12 admin123 admin1234 admin12345 admin123456 admin888
  admin666 admin@123 admin@1234 administrator administrador root root123 root1234 toor rootroot system
  system123 sysadmin superuser superadmin supervisor operator operator1 manager manager1 manager123
  planner planner1 foreman foreman1 inspector inspector1 equipment equipment1 viewer viewer123 user
  user123 user1234 test test123 test1234 test12345 testtest testing testing1 tester guest guest123 demo
  demo123 demo1234 demodemo default changeme changeme1 change123 letmein letmein1 letmein123 welcome
  welcome1 welcome12 welcome123 welc0me login login123 access access14 master master12 master123 secret
  secret1 secret123 private private1 public temp temp1234 temporary tempo initial newpass newpass1
  newpassword nopassword mypassword yourpassword oracle oracle123 mysql mysql123 postgres postgres1 server
  server123 database linux windows windows1 microsoft internet computer computer1 computer123 network
  cisco cisco123 dragon dragon1 monkey monkey12 football football1 baseball baseball1 basketball soccer
  soccer12 hockey jordan jordan23 michael michelle jessica jennifer daniel charlie thomas robert william
  andrew joshua matthew anthony ashley amanda nicole george harley ranger buster shadow shadow12 sunshine
  sunshine1 princess princess1 superman superman1 batman batman123 spiderman pokemon pokemon1 starwars
  starwars1 startrek trustno1 whatever whatever1 freedom freedom1 liberty victory champion winner winner12
  killer killer12 hunter hunter12 hunter2 hunter22 ninja ninja123 samurai warrior thunder lightning
  diamond golden silver platinum crystal purple orange yellow yellow12 banana cookie cheese chocolate
  butterfly flower flower12 summer summer12 winter winter12 spring autumn january february monday friday
  sunday october november december spring2024 summer2024 autumn2024 winter2024 spring2025 summer2025
  autumn2025 winter2025 spring2026 summer2026 autumn2026 winter2026 google google12 facebook twitter
  youtube instagram wechat weixin weixin123 tencent alibaba taobao baidu baidu123 huawei huawei123 xiaomi
  samsung samsung1 iphone iphone12 android apple apple123 mercedes ferrari porsche toyota honda yamaha
  corvette mustang mustang1 factory factory1 factory123 steel steel123 steelworks workshop tekla tekla123
  tekla1234 welder welding crane bridge engineer engineer1 engineering production quality quality1
  security security1 company company1 business office office123 teamwork family family12 mother father
  brother sister hellokitty blessed jesus jesus123 christ heaven angel angel123 angels peace lovely lovers
  loveme love1234 lovelove sweety sweetheart honey honey123 darling babygirl babyboy forever forever1
  friends friends1 buddy happy happy123 happiness lucky lucky123 lucky888 money money123 million fuckyou
  fuckyou1 asshole bullshit matrix gandalf hobbit phoenix phoenix1 falcon eagles tigers tiger tiger123
  lions bears wolf wolves panther jaguar dolphin elephant kitty kitten puppy doggie nothing nothing1
  unknown something abracadabra opensesame sesame zhimakaimen alohomora blink182 metallica nirvana
  rockstar guitar music dancer arsenal chelsea liverpool liverpool1 barcelona realmadrid juventus madrid
  sevilla mexico argentina colombia espana españa hola hola1234 teamo teamo123 tequiero amor amor1234
  amorcito bonita princesa estrella corazon mariposa chocolate1 gatito perrito fabrica fabrica1 acero
  acero123 usuario usuario1 clave clave123 secreto bienvenido bienvenidos entrar acceso prueba prueba123
  1234abcd 4321rewq rewq4321 poiuytrewq lkjhgfdsa mnbvcxz 147258369 159357 159753 147852369 741852963
  789456123 963852741 11223344 112233445566 12312312 123454321 1234554321 10203040 102030 19841984
  19901990 20002000 20202020 20242024 20252025 20262026 55555555 33333333 44444444 77777777 168168168
  518518518 888666 666888 88886666 66668888 123456abc 123456789a 123456789q 123456qwe 123456qq qq123456
  qq1234567 qq5201314 aini1314 a5201314 abcabc123 aaa11111 aaaa1111 aaaaaa111 asd123456 asd123asd
  zxc123456 zxcvbnm123 q123456 q1234567 w123456 z123456 z1234567 x123456 l123456 li123456 wang123456
  zhang123456 liu123456 chen123456 yang123456 huang123456 zhao123456 zhou123456 wu123456 wangwei zhangwei
  liwei wangfang 1qazxsw2 2wsx3edc qaz123456 qazwsx123 qaz123wsx !@#$%^&* !@#$%^&*() !@#123qwe !@#qwe123
  1234!@#$ !234qwer p@ssw0rd1 p@ssw0rd123 passw0rd1 passw0rd123 password! password1! passpass pass1234
  pass12345 pass123456 passphrase letitbe iamadmin iamroot nosecret topsecret
`
    .trim()
    .split(/\s+/),
)

/** Why a new password is rejected; the browser has a sentence for each value. */
type PasswordWeakness = 'short' | 'long' | 'common' | 'repeated' | 'sequence' | 'name'

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
