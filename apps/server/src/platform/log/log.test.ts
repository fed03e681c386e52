import { expect, test } from 'vitest'
import { createLog } from './log.ts'

function written(work: (log: ReturnType<typeof createLog>) => void): string {
  let lines = ''
  work(createLog('info', { write: (line) => void (lines += line) }))
  return lines
}

test('the code of an error can be read', () => {
  const error = Object.assign(new Error('no room'), { code: 'ENOSPC' })
  expect(JSON.parse(written((log) => log.error({ err: error }, 'fault')))).toMatchObject({
    err: { code: 'ENOSPC' },
  })
})

test.each([
  ['a property', { token: 's3cret' }],
  ['two levels deep', { request: { body: { password: 's3cret' } } }],
  ['a database address', { reason: 'cannot reach postgres://factory:s3cret@db:5432/x' }],
  ['an address that lets somebody in', { url: 'https://factory.lan/login?ticket=s3cret&next=1' }],
  ['the text of an error', { err: new Error('GET https://id.example/token?code=s3cret failed') }],
])('a secret is not written: %s', (_name, facts) => {
  const line = written((log) => log.warn(facts, 'told'))
  expect(line).not.toContain('s3cret')
  expect(line).toContain('[secret]')
  expect(() => JSON.parse(line) as unknown).not.toThrow()
})
