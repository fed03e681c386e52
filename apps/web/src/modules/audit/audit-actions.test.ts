import { actionsOf } from '@cloud-factory/domain/resource/resource'
import { resources } from '@cloud-factory/domain/resource/resources'
import { expect, test } from 'vitest'
import { auditActions } from './audit-actions.ts'
import { subjectKinds } from './audit-kinds.ts'
import words from '../../../../../packages/dictionary/src/audit.zh.json'
import common from '../../../../../packages/dictionary/src/common.zh.json'

const sources = import.meta.glob<string>('../../../../server/src/modules/**/*.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
})

function wordsAfter(key: string, ofResources: readonly string[]): readonly string[] {
  const found = new Set<string>(ofResources)
  for (const [path, source] of Object.entries(sources)) {
    if (path.endsWith('.test.ts') || !/(record(Audit|Reports|Action)|moveNcr|exportAudited)\(/.test(source))
      continue
    for (const [, value = ''] of source.matchAll(new RegExp(`\\b${key}:([^\\n]*)`, 'g')))
      for (const [, word = ''] of value.matchAll(/'([a-z_]+(?:\.[a-z_]+)?)'/g)) found.add(word)
  }
  return [...found]
}

test('every action that the server records can be filtered by, and no other', () => {
  const recorded = wordsAfter(
    'action',
    resources.flatMap((one) => Object.values(actionsOf(one))),
  ).filter((word) => word.includes('.'))
  expect(recorded.length).toBeGreaterThan(10)
  expect([...auditActions].toSorted()).toEqual(recorded.toSorted())
})

test('every kind of subject can be filtered by', () => {
  expect([...subjectKinds].toSorted()).toEqual(
    wordsAfter(
      'subjectKind',
      resources.map(({ subject }) => subject),
    ).toSorted(),
  )
})

test('every action and kind has a name', () => {
  const actions: Readonly<Record<string, Readonly<Record<string, string>>>> = words.action
  for (const action of auditActions) {
    const [noun = '', act = ''] = action.split('.')
    expect(actions[noun]?.[act], action).toBeTruthy()
  }
  for (const kind of subjectKinds) expect({ ...common.kind, ...words.kind }).toHaveProperty([kind])
  expect([...subjectKinds]).toEqual(expect.arrayContaining(Object.keys(words.kind)))
})
