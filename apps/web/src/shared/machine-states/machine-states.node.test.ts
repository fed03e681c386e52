import { globSync, readFileSync } from 'node:fs'
import { machineStates, shownStates, stateNames } from '@cloud-factory/domain/machines/equipment-enums'
import { expect, test } from 'vitest'

const root = new URL('../../', import.meta.url).pathname
const shared = 'shared/machine-states/machine-states.css'
const states = machineStates.join('|')

test('each state of a machine has one colour, which the office and the wall share', () => {
  const defined = globSync('**/*.css', { cwd: root }).flatMap((path) =>
    [
      ...readFileSync(root + path, 'utf8').matchAll(new RegExp(`--(?:state-)?(${states}): *([^;]+);`, 'g')),
    ].map(([, state, color]) => ({ path, state, color })),
  )
  expect(defined).toHaveLength(machineStates.length)
  expect(new Set(defined.map(({ state }) => state))).toEqual(new Set(machineStates))
  expect(new Set(defined.map(({ path }) => path))).toEqual(new Set([shared]))
  expect(new Set(defined.map(({ color }) => color)).size).toBe(machineStates.length)
})

test('and one name, which no dictionary repeats in other words', () => {
  for (const language of ['zh', 'en', 'es'] as const) {
    expect(new Set(shownStates.map((state) => stateNames[state][language])).size).toBe(shownStates.length)
    const path = `${root}../../../packages/dictionary/src/dashboard.${language}.json`
    const text = readFileSync(path, 'utf8')
    const reported = Object.fromEntries(
      [...text.matchAll(/"machines_(\w+)": "([^"]+)"/g)].map(([, state, name]) => [state, name]),
    )
    expect(reported).toEqual(
      Object.fromEntries(shownStates.map((state) => [state, stateNames[state][language]])),
    )
  }
})
