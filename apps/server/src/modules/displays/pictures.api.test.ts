import type { DisplayInfo, DisplayInfoDraft } from '@cloud-factory/contract/displays/display-info'
import type { DisplayPicture } from '@cloud-factory/contract/displays/screen-devices'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { multipart } from '../../../test/multipart.ts'
import { paintedPng } from '../../platform/files/painted-png.ts'
import { shownInfo } from './info.queries.ts'

let app: TestApp
let admin: string
let viewer: string
beforeAll(async () => {
  app = await testApp({ demo: 'all' })
  admin = (await app.signIn('admin')).token
  viewer = (await app.signIn('viewer')).token
})
afterAll(() => app.close())

const png = (wide = 12) => paintedPng({ wide, high: 8 }, [1, 2, 3], [])
async function bring(name: string, content: Buffer, authorization = admin) {
  const { headers, payload } = multipart('files', [[name, content]])
  const reply = await app.inject({
    method: 'POST',
    url: '/api/display/pictures',
    headers: { ...headers, authorization },
    payload,
  })
  return { status: reply.statusCode, body: reply.json<DisplayPicture>() }
}

describe('pictures for the walls', () => {
  test('are kept with their size, once, and shown to whoever may look at a screen', async () => {
    const { status, body } = await bring('标志.png', png())
    expect([status, body]).toMatchObject([
      201,
      { name: '标志.png', type: 'image/png', widthPx: 12, heightPx: 8 },
    ])
    expect((await bring('again.png', png())).body.id).toBe(body.id)
    const url = `/api/display/pictures/${body.id}/file`
    const shown = await app.inject({ url, headers: { authorization: viewer } })
    expect(shown.rawPayload.equals(png())).toBe(true)
    expect(shown.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=31536000, immutable',
    })
    expect(String(shown.headers['content-disposition'])).toMatch(/^inline/)
    expect((await app.inject({ url })).statusCode).toBe(401)
    const none = await app.inject({
      url: '/api/display/pictures/99999/file',
      headers: { authorization: viewer },
    })
    expect(none.statusCode).toBe(404)
  })

  test.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')],
    ['a text that is called so', Buffer.from('not a picture')],
    ['a GIF', Buffer.from('GIF89a0000000000')],
    ['the first bytes of one', png().subarray(0, 12)],
    ['a JPEG that breaks off', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 1, 2])],
  ])('%s is none', async (_, content) => {
    const { status, body } = await bring('logo.png', content)
    expect([status, body]).toMatchObject([400, { code: 'file.unknown_type', params: { file: 'logo.png' } }])
  })

  test('one that is too large for a TV is refused: in pixels, in bytes', async () => {
    const huge = png()
    huge.writeUInt32BE(50_000, 16)
    huge.writeUInt32BE(50_000, 20)
    const pixels = await bring('huge.png', huge)
    expect([pixels.status, pixels.body]).toMatchObject([
      409,
      { params: { reason: 'display.picture_too_large' } },
    ])
    expect((await bring('long.png', Buffer.concat([png(), Buffer.alloc(6_000_000)]))).status).toBe(413)
  })

  test('are brought by whoever may change what the walls say', async () => {
    expect((await bring('x.png', png(), viewer)).status).toBe(403)
  })

  test('that a draft names must be there', async () => {
    const headers = { authorization: admin }
    const now = (await app.inject({ url: '/api/display/info', headers })).json<DisplayInfoDraft>()
    const save = (change: Partial<DisplayInfo>) =>
      app.inject({
        method: 'PUT',
        url: '/api/display/info',
        headers,
        payload: { version: now.version, draft: { ...now.draft, ...change } },
      })
    const [honour] = now.draft.honours
    if (honour === undefined) throw new Error('the demo factory has no honours')
    const wrong = await save({ logo: '99999', honours: [{ ...honour, picture: '88888' }] })
    expect([wrong.statusCode, wrong.json()]).toMatchObject([
      400,
      {
        errors: [
          { path: 'draft.logo', reason: 'display.no_picture' },
          { path: 'draft.honours.0.picture', reason: 'display.no_picture' },
        ],
      },
    ])
    const { body } = await bring('logo.png', png(20))
    expect((await save({ logo: body.id })).statusCode).toBe(200)
  })
})

test('the demo factory shows all it has: words, targets, pictures and every machine on the plan', async () => {
  const { reads } = app.database.db
  const { id: plantId } = await reads.selectFrom('plants').select('id').executeTakeFirstOrThrow()
  const shown = await shownInfo(reads, plantId)
  const machines = await reads.selectFrom('machines').select('id').execute()
  expect(shown?.content.machines.map(({ machineId }) => machineId).toSorted()).toEqual(
    machines.map(({ id }) => String(id)).toSorted(),
  )
  expect(shown?.content.targets.length).toBeGreaterThan(20)
  expect(shown?.pictures.honours).toHaveLength(3)
  expect(shown?.pictures.logo).toMatch(/^\/api\/display\/pictures\/\d+\/file$/)
})
