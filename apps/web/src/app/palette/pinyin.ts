import { pinyin } from 'pinyin-pro'
import type { Phonetics } from './match.rules.ts'

export const pinyinOf: Phonetics = (text) => ({
  full: pinyin(text, { toneType: 'none', type: 'array' }).join('').toLowerCase(),
  initials: pinyin(text, { pattern: 'first', toneType: 'none', type: 'array' }).join('').toLowerCase(),
})
