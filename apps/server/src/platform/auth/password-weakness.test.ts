import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { commonPasswords } from './common-passwords.ts'
import { passwordWeakness } from './password-weakness.ts'

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
