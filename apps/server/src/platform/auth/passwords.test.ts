import { argon2Sync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { createPasswords, commonPasswords, passwordWeakness } from './passwords.ts'

const cheap = { memory: 64, passes: 1, parallelism: 1 }

describe('passwords', () => {
  it('are stored as argon2id with 19 MiB and two passes, salted anew each time', async () => {
    const passwords = createPasswords()
    const [one, other] = await Promise.all([passwords.hash('钢结构 Träger'), passwords.hash('钢结构 Träger')])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(one).not.toBe(other)
    expect(await passwords.verify(one, '钢结构 Träger')).toBe(true)
  })
  it.each(['钢结构 träger', '钢结构 Träger ', ' 钢结构 Träger', '钢结构 Trager', ''])(
    'are not cut or folded: %j is another one',
    async (other) => {
      const passwords = createPasswords(cheap)
      expect(await passwords.verify(await passwords.hash('钢结构 Träger'), other)).toBe(false)
    },
  )
  it('count to the last of 128 characters', async () => {
    const passwords = createPasswords(cheap)
    const stored = await passwords.hash(`${'x'.repeat(127)}y`)
    expect(await passwords.verify(stored, `${'x'.repeat(127)}z`)).toBe(false)
  })
  it('made elsewhere by the same standard are understood', async () => {
    const nonce = Buffer.from('0123456789abcdef')
    const tag = argon2Sync('argon2id', { message: 'kran', nonce, ...cheap, tagLength: 32 })
    const stored = `$argon2id$v=19$m=64,t=1,p=1$${nonce.toString('base64').replace(/=+$/, '')}$${tag
      .toString('base64')
      .replace(/=+$/, '')}`
    expect(await createPasswords().verify(stored, 'kran')).toBe(true)
    expect(createPasswords().isOutdated(stored)).toBe(true)
    expect(createPasswords(cheap).isOutdated(stored)).toBe(false)
  })
  it.each([null, '', 'plain', '$argon2i$v=19$m=64,t=1,p=1$AAAA$AAAA'])(
    'nobody gets in with %j stored',
    async (stored) => {
      expect(await createPasswords(cheap).verify(stored, 'plain')).toBe(false)
    },
  )
  it('turns away who comes when fifty are waiting, and serves everybody else', async () => {
    const passwords = createPasswords(cheap)
    const answers = await Promise.allSettled(Array.from({ length: 60 }, () => passwords.hash('x')))
    const refused = answers.filter((answer) => answer.status === 'rejected')
    expect(refused).toHaveLength(8)
    for (const { reason } of refused) {
      expect(reason).toMatchObject({ code: 'server.busy', facts: { retryAfter: 3 } })
    }
    await expect(passwords.hash('x')).resolves.toBeTypeOf('string')
  })
  it('takes as long for nobody as for somebody', async () => {
    const passwords = createPasswords()
    const stored = await passwords.hash('right')
    const time = async (known: string | null) => {
      const begin = performance.now()
      await passwords.verify(known, 'wrong')
      return performance.now() - begin
    }
    const somebody: number[] = []
    const nobody: number[] = []
    for (let round = 0; round < 9; round += 1) {
      somebody.push(await time(stored))
      nobody.push(await time(null))
    }
    const ratio = Math.min(...nobody) / Math.min(...somebody)
    expect(ratio).toBeGreaterThan(1 / 3)
    expect(ratio).toBeLessThan(3)
  })
})

const person = ['liwenjing', '李文静芳']

describe('a new password', () => {
  it.each([
    ['Kran7-b', 'short'],
    ['钢结构厂房屋顶', 'short'],
    ['x1y2'.repeat(33), 'long'],
    ['password', 'common'],
    ['PassWord2026!', 'common'],
    ['admin123', 'common'],
    ['Admin@2026', 'common'],
    ['woaini1314', 'common'],
    ['qwer1234', 'common'],
    ['aaaaaaaa', 'repeated'],
    ['abababababab', 'repeated'],
    ['24812481', 'repeated'],
    ['钢钢钢钢钢钢钢钢', 'repeated'],
    ['abcdefgh', 'sequence'],
    ['87654321', 'sequence'],
    ['asdfghjkl', 'sequence'],
    ['poiuytrew', 'sequence'],
    ['my CloudFactory key', 'name'],
    ['yungongchang#7', 'name'],
    ['云工厂的大门钥匙', 'name'],
    ['x-LiWenJing-77', 'name'],
    ['我是李文静芳没错吧', 'name'],
    ['ｌｉｗｅｎｊｉｎｇ-77', 'name'],
  ])('%j is refused: %s', (password, reason) => {
    expect(passwordWeakness(password, person)).toBe(reason)
  })
  it.each([
    'Kran hebt Träger',
    '钢梁在星期三吊装',
    '        7 Kräne',
    'correct horse battery',
    'x'.repeat(64) + 'yz',
    '👷🔩🏗️👷🔧⚙️👍🔥',
  ])('%j is taken', (password) => {
    expect(passwordWeakness(password, person)).toBeNull()
  })
  it('may have 8 to 128 characters, counted as people count them', () => {
    expect(passwordWeakness('👷🔩🏗🔧⚙👍🔥', [])).toBe('short')
    expect(passwordWeakness('k9'.repeat(1) + 'Wolkenkratzer '.repeat(9), [])).toBeNull()
  })
  it('short names of a person do not make every password theirs', () => {
    expect(passwordWeakness('Kran hebt Träger', ['kr', ''])).toBeNull()
  })
  it('is never one of the list, however it is written', () => {
    for (const common of commonPasswords) expect(passwordWeakness(common.toUpperCase(), [])).not.toBeNull()
    expect(commonPasswords.size).toBeGreaterThan(500)
  })
  it('never makes the judge fail', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void passwordWeakness(text, [text])))
  })
})
