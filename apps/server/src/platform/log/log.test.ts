import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs, { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, afterEach, beforeEach, vi } from 'vitest'
import { createLog, LogOutput } from './log.ts'

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

let folder: string
let fd: number
let isFull: boolean
/** A disk of ours: full when we say so, and then half a line may still have found room. */
const files = {
  write: ((to: number, bytes: Buffer, done: (error: Error | null, count: number) => void) =>
    isFull ? done(noRoom(), 0) : fs.write(to, bytes, 0, Math.min(bytes.length, 5_000), null, done)) as never,
  writeSync: ((to: number, bytes: Buffer) => {
    if (isFull) throw noRoom()
    return fs.writeSync(to, bytes)
  }) as never,
}
const noRoom = () => Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cloud-factory-log-'))
  fd = openSync(join(folder, 'log'), 'a')
  isFull = false
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
  closeSync(fd)
  rmSync(folder, { recursive: true })
})

interface Line {
  readonly n?: number
  readonly lost?: number
}
const writtenBytes = () =>
  readFileSync(join(folder, 'log'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)

test('while the disk is full lines are kept up to a megabyte; then they are written, and how many are lost', async () => {
  const log = createLog('info', new LogOutput(fd, files))
  log.info({ n: 0 }, 'before')
  await vi.waitFor(() => expect(writtenBytes()).toHaveLength(1), 20_000)
  isFull = true
  const text = 'x'.repeat(1_000)
  for (let n = 1; n <= 2_000; n += 1) log.info({ n, text }, 'while it is full')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(writtenBytes()).toHaveLength(1)

  isFull = false
  await vi.advanceTimersByTimeAsync(1_000)
  await vi.waitFor(() => expect(writtenBytes().at(-1)?.lost).toBeGreaterThan(900), 20_000)
  const lines = writtenBytes()
  const lost = lines.at(-1)?.lost ?? 0
  expect(lines.slice(0, -1).map(({ n }) => n)).toEqual(Array.from({ length: 2_001 - lost }, (_, n) => n))
  log.info({ n: 2_001 }, 'after')
  await vi.waitFor(() => expect(writtenBytes().at(-1)).toMatchObject({ n: 2_001 }), 20_000)
})

test('what waits when the process ends is written, or given up', () => {
  const output = new LogOutput(fd, files)
  const log = createLog('info', output)
  log.info({ n: 1 }, 'last')
  output.flushSync()
  expect(writtenBytes()).toMatchObject([{ n: 1 }])
  isFull = true
  log.fatal({ n: 2 }, 'lost')
  output.flushSync()
  expect(writtenBytes()).toHaveLength(1)
})

test.skipIf(!existsSync('/dev/full'))(
  'a process whose log finds no room works on and ends by itself',
  async () => {
    const module = new URL('./log.ts', import.meta.url).href
    const text = `import { createLog } from ${JSON.stringify(module)}
    const log = createLog('info')
    for (let n = 0; n < 100; n++) { log.info({ n }, 'told'); await new Promise((go) => setImmediate(go)) }
    log.fatal('the end')
    process.stderr.write('alive')
    process.exit(7)`
    const full = openSync('/dev/full', 'w')
    const child = spawn(process.execPath, ['--input-type=module', '--eval', text], {
      stdio: ['ignore', full, 'pipe'],
    })
    closeSync(full)
    let output = ''
    child.stderr?.on('data', (bytes: Buffer) => void (output += bytes.toString()))
    const [code] = (await once(child, 'close')) as [number | null]
    expect([output, code]).toEqual(['alive', 7])
  },
)
