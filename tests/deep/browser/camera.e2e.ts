import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WeldRow } from '@cloud-factory/contract/welding/welds'
import { afterAll, beforeAll, it } from 'vitest'
import { filmOf } from '../../../apps/server/test/qr-film.ts'
import { cameraShows } from '../../support/browser.ts'
import { becomes, journey, openApp } from '../../support/journey.ts'
import { wordsOf } from '../../support/dictionary.ts'
import { got, pieceOf } from '../../support/work.ts'

const t = wordsOf('zh')
const folder = mkdtempSync(join(tmpdir(), 'film-'))
const film = join(folder, 'label.y4m')

/** A phone's camera in front of a piece's label: every page that scans finds the piece. */
journey('the camera', () => {
  const app = openApp({ browserArgs: cameraShows(film) })
  let serial = ''
  beforeAll(async () => {
    const [weld] = (await got<{ items: WeldRow[] }>(app, '/api/welds?pageSize=1')).items
    const piece = await pieceOf(app, weld?.piece.id ?? '')
    serial = piece.serial
    filmOf(film, piece.qr)
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const at = (username: string, path: string) => app.enter(username, path, { screen: 'phone' })

  it('in the weld register shows the welds of the piece, and goes off', async () => {
    const { page } = await at('inspector', '/quality/welds?part=scan')
    await page.getByRole('button', { name: t('common:scan.camera') }).tap()
    await page.getByRole('region', { name: serial }).waitFor()
    await becomes(() => page.locator('video').count(), 0)
  })

  it('where a non-conformance is raised puts the piece into it once, and goes on looking', async () => {
    const { page } = await at('inspector', '/quality/ncrs?raise=')
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('button', { name: t('common:scan.camera') }).tap()
    await drawer.locator('.ant-select-selection-item', { hasText: serial }).waitFor()
    await drawer.locator('video').waitFor()
    await becomes(() => drawer.locator('.ant-select-selection-item').count(), 1)
  })

  it('where work is reported shows what is next on the piece', async () => {
    const { page } = await at('foreman', '/order/work')
    await page.getByRole('button', { name: t('production:scan.camera') }).tap()
    await page.locator('.piece-head', { hasText: serial }).waitFor()
  })
})
