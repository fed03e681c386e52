import { expect, test } from 'vitest'
import { mentionIds, textParts } from './mentions.rules.ts'

const wang = { id: '1', name: '王伟' }
const wangwei = { id: '2', name: '王伟明' }

test('only people whose name is still in the text are mentioned, each once', () => {
  expect(mentionIds({ text: '@王伟 请看', chosen: [wang, { id: '3', name: '李工' }, wang] })).toEqual(['1'])
  expect(mentionIds({ text: '请看', chosen: [wang] })).toEqual([])
})

test('mentions are found in the text, the longest name first; all else stays as it was typed', () => {
  expect(textParts('给 @王伟明 和@王伟\n<b>@李工', [wang, wangwei])).toEqual([
    { text: '给 ', isMention: false },
    { text: '@王伟明', isMention: true },
    { text: ' 和', isMention: false },
    { text: '@王伟', isMention: true },
    { text: '\n<b>@李工', isMention: false },
  ])
  expect(textParts('', [wang])).toEqual([])
})
