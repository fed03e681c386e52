import { expect, test } from 'vitest'
import { canPost, type DraftFile, emptyDraft, fileIds, mentionIds, textParts } from './mentions.rules.ts'

const wang = { id: '1', name: '王伟' }
const wangwei = { id: '2', name: '王伟明' }

test('only people whose name is still in the text are mentioned, each once', () => {
  expect(
    mentionIds({ ...emptyDraft, text: '@王伟 请看', chosen: [wang, { id: '3', name: '李工' }, wang] }),
  ).toEqual(['1'])
  expect(mentionIds({ ...emptyDraft, text: '请看', chosen: [wang] })).toEqual([])
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

test('a comment is posted with a text or files, once all of these have arrived', () => {
  const file = (change: Partial<DraftFile>): DraftFile => ({
    key: 'k',
    id: null,
    name: 'a.png',
    percent: 0,
    error: null,
    ...change,
  })
  const draft = (text: string, ...files: DraftFile[]) => ({ ...emptyDraft, text, files })
  expect(canPost(draft(' '))).toBe(false)
  expect(canPost(draft('看'))).toBe(true)
  expect(canPost(draft('', file({ id: '7' })))).toBe(true)
  expect(canPost(draft('看', file({ id: '7' }), file({ percent: 100 })))).toBe(false)
  expect(canPost(draft('看', file({ error: new Error('no') })))).toBe(false)
  expect(fileIds(draft('', file({ id: '7' }), file({})))).toEqual(['7'])
})
