import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { apiAs, startServer } from '../support/app.ts'

/** A small disk of its own for the data folder. Only root can mount one. */
const disk = mkdtempSync(join(tmpdir(), 'small-disk-'))
const isMounted = mount()
afterAll(() => {
  if (isMounted) execFileSync('umount', [disk])
  rmSync(disk, { recursive: true })
})

function mount(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=200m', 'tmpfs', disk], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Fills the disk to its last byte; returns how to free it again. */
function fill(): () => void {
  const file = join(disk, 'filler')
  const { bavail, bsize } = statfsSync(disk)
  writeFileSync(file, Buffer.alloc(bavail * bsize))
  return () => rmSync(file)
}

test.skipIf(!isMounted)(
  'a full disk (needs root to mount one): writes get 507, reads go on, and writes too once there is room',
  { timeout: 300_000 },
  async () => {
    const app = await startServer(join(disk, 'data'), { DEMO: '0' })
    onTestFinished(() => app.stop().then(() => undefined))
    const admin = await apiAs(app.url, 'admin')
    let created = 0
    const createProject = async (): Promise<number> => {
      const code = `P-${(created += 1)}`
      const project = { code, name: 'x'.repeat(100), customer: 'x', contractNo: null, startsOn: null }
      const { status } = await admin.call('POST', '/api/projects', {
        ...project,
        acceptanceStandard: 'GB50205-2020',
        endsOn: null,
      })
      return status
    }
    expect(await createProject()).toBe(201)
    const free = fill()
    // Rows still fit into pages of the database that exist already.
    const statuses = new Set<number>()
    for (let round = 0; round < 600; round += 1) statuses.add(await createProject())
    expect(statuses).toEqual(new Set([201, 507]))
    expect(await createProject()).toBe(507)
    expect((await admin.call('GET', '/api/projects')).status).toBe(200)
    free()
    expect(await createProject()).toBe(201)
  },
)
