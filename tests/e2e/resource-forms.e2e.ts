import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { isDeep } from '../../apps/server/test/depth.ts'
import { becomes, journey, openApp } from '../support/journey.ts'
import { wordsOf } from '../support/dictionary.ts'
import { got } from '../support/work.ts'

const t = wordsOf('zh')

interface Choice {
  readonly choose: string
}
/** A switch is pressed. */
const press = null
interface Case {
  readonly page: string
  /** Namespace and key of the texts. */
  readonly words: readonly [namespace: string, key: string]
  readonly path: string
  /** By id of the input, to which a form adds the suffix of a range or of a list, or by selector. */
  readonly input: Readonly<Record<string, string | Choice | typeof press>>
  readonly name: string
  /** What the server has then. */
  readonly saved: object
  /** Entered in a second opening. */
  readonly change: Case['input']
  readonly changed: object
}

const valid = { thicknessMin: '0.1', validFrom: '2026-01-01', validUntil: '2030-01-01' } as const
const names = { 'names.zh': '测试', 'names.en': 'Test', 'names.es': 'Prueba' } as const

const cases: readonly Case[] = [
  {
    page: '/order/processes',
    words: ['planning', 'processes'],
    path: 'processes',
    input: { code: 'T-77', ...names, weight: '0', position: '0' },
    name: 'T-77',
    saved: { kind: 'work', unit: 'piece', gives: null, weight: 0, position: 0, equipmentClass: null },
    change: { equipmentClass: '锯床', weight: '1.5' },
    changed: { equipmentClass: '锯床', weight: 1.5, position: 0 },
  },
  {
    page: '/order/processes?part=routes',
    words: ['planning', 'routes'],
    path: 'routes',
    input: { code: 'T-77', ...names, '.steps-add input': { choose: '下料' } },
    name: 'T-77',
    saved: { kinds: [], marks: 0, active: true },
    change: { active: press },
    changed: { active: false, names: { zh: '测试', en: 'Test', es: 'Prueba' } },
  },
  {
    page: '/order/processes?part=workshops',
    words: ['planning', 'workshops'],
    path: 'workshops',
    input: { code: 'T-77', name: '测试' },
    name: 'T-77',
    saved: { crews: 0, active: true },
    change: { name: '测试二' },
    changed: { name: '测试二' },
  },
  {
    page: '/order/processes?part=crews',
    words: ['planning', 'crews'],
    path: 'crews',
    input: { code: 'T-77', name: '测试', workshopId: { choose: '一车间' } },
    name: 'T-77',
    saved: { workshop: '一车间（下料）', active: true },
    change: { workshopId: { choose: '二车间' } },
    changed: { workshop: '二车间（组焊）' },
  },
  {
    page: '/order/processes?part=shifts',
    words: ['planning', 'shifts'],
    path: 'shifts',
    input: { code: 'T-77', ...names, startsAt: '00:00', endsAt: '01:00', active: press },
    name: 'T-77',
    saved: { startsAt: '00:00', endsAt: '01:00', active: false },
    change: { endsAt: '00:30' },
    changed: { endsAt: '00:30' },
  },
  {
    page: '/equipment/maintenance?part=stock',
    words: ['maintenance', 'stock'],
    path: 'spare-parts',
    input: { code: 'A-77', name: '测试', minStock: '0' },
    name: 'A-77',
    saved: { minStock: 0, price: null, place: '', note: '' },
    change: { price: '0', place: '货架' },
    changed: { price: 0, place: '货架' },
  },
  {
    page: '/quality/welds?part=welders',
    words: ['welding', 'welder'],
    path: 'welders',
    input: { code: 'H-77', name: '测试焊工' },
    name: 'H-77 测试焊工',
    saved: { code: 'H-77', crew: '', active: true },
    change: { crew: '焊接三班' },
    changed: { crew: '焊接三班' },
  },
  {
    page: '/quality/welds?part=certificates',
    words: ['welding', 'certificate'],
    path: 'welder-certificates',
    input: { welderId: { choose: 'H01' }, no: 'GB-77', positions: { choose: '3G' }, ...valid },
    name: 'GB-77',
    saved: { process: 'gmaw', materialGroup: 'II', positions: ['3G'], thicknessMin: 0.1, thicknessMax: null },
    change: { thicknessMax: '40' },
    changed: { thicknessMax: 40, validUntil: '2030-01-01' },
  },
  {
    page: '/quality/welds?part=wps',
    words: ['welding', 'wps'],
    path: 'wps',
    input: { code: 'WPS-77', current_min: '0', current_max: '0', voltage_min: '20.5', preheat: '0' },
    name: 'WPS-77 A',
    saved: { revision: 'A', current: { min: 0, max: 0 }, voltage: null, preheat: 0, interpass: null },
    change: { current_max: '240', interpass: '0' },
    changed: { current: { min: 0, max: 240 }, interpass: 0 },
  },
  {
    page: '/quality/coating?part=specs',
    words: ['coating', 'spec'],
    path: 'coat-specs',
    input: { code: 'C-77', name: '测试', layers_0_product: '底漆', allowanceUm: '0' },
    name: 'C-77',
    saved: {
      layers: [{ layer: 'primer', product: '底漆', minUm: 60 }],
      minUm: 125,
      maxUm: null,
      allowanceUm: 0,
      rule: 'spot',
      fire: null,
    },
    change: { maxUm: '300' },
    changed: { maxUm: 300 },
  },
  {
    page: '/quality/instruments',
    words: ['standards', 'instruments'],
    path: 'instruments',
    input: { code: 'LJ-77', name: '卷尺', rangeLow: '0', rangeHigh: '5,50', calibratedUntil: '2030-01-01' },
    name: 'LJ-77',
    saved: { rangeLow: '0', rangeHigh: '5.5', resolution: null, calibratedUntil: '2030-01-01', unit: 'mm' },
    change: { resolution: '.01', rangeLow: '' },
    changed: { resolution: '0.01', rangeLow: null },
  },
  {
    page: '/warehouse/purchasing?part=suppliers',
    words: ['purchasing', 'suppliers'],
    path: 'suppliers',
    input: { code: 'GYS-77', name: '试验钢厂' },
    name: 'GYS-77',
    saved: { name: '试验钢厂', contact: '', active: true },
    change: { contact: '张工', phone: '010-1' },
    changed: { contact: '张工', phone: '010-1' },
  },
  {
    page: '/quality/defects',
    words: ['ncr', 'defects'],
    path: 'defects',
    input: { code: 'WLD-77', parentId: { choose: 'WLD' }, 'names.zh': '烧穿', position: '0' },
    name: 'WLD-77',
    // Without a name in their language, English and Spanish readers see the Chinese one, also after it changed.
    saved: { names: { zh: '烧穿', en: '烧穿', es: '烧穿' }, position: 0, active: true },
    change: { 'names.zh': '烧透', 'names.es': 'Perforación', position: '299' },
    changed: { names: { zh: '烧透', en: '烧透', es: 'Perforación' }, position: 299 },
  },
]

async function fill(page: Page, input: Case['input']): Promise<void> {
  for (const [key, value] of Object.entries(input)) {
    const field = page.locator(key.startsWith('.') ? key : `.form-drawer [id="${key}"]`)
    if (value === press) {
      await field.click()
      continue
    }
    if (typeof value === 'string') {
      await field.fill(value)
      // Takes over what was typed into a calendar.
      await field.press('Tab')
      continue
    }
    await field.click()
    await field.fill(value.choose)
    await page.locator('.ant-select-item-option').filter({ hasText: value.choose }).first().click()
  }
}

async function save(page: Page): Promise<void> {
  await page
    .locator('.form-drawer')
    .getByRole('button', { name: t('shell:form.save') })
    .click()
  await page.locator('.form-drawer').waitFor({ state: 'detached' })
}

/** Those with inputs of their own run always, the others in the deep run. */
const always = new Set(['routes', 'spare-parts', 'welder-certificates', 'coat-specs', 'defects'])

journey('forms of declared entities', () => {
  const app = openApp()

  it.each(cases.filter(({ path }) => isDeep || always.has(path)))(
    '$path: adds a record, changes and deletes it',
    async (one) => {
      const { page, words, path, name } = { ...one, page: (await app.enter('admin', one.page)).page }
      const key = `${words[0]}:${words[1]}`
      // The list of defects is not paged.
      const list = path === 'defects' ? '/api/defects' : `/api/${path}?pageSize=200`
      const rows = async () => (await got<{ items: { id: string }[] }>(app, list)).items
      const before = new Set((await rows()).map(({ id }) => id))
      const added = async () => (await rows()).find(({ id }) => !before.has(id))

      await page.getByRole('button', { name: t(`${key}.add`) }).click()
      await fill(page, one.input)
      await save(page)
      expect(await added()).toMatchObject(one.saved)

      const row = page
        .locator('.ant-table-row, .defect-list li')
        .filter({ hasText: name.split(' ')[0] ?? '' })
      await row.getByRole('button', { name: t('common:action.edit') }).click()
      await page.getByText(t(`${key}.edit`, { name })).waitFor()
      await fill(page, one.change)
      await save(page)
      expect(await added()).toMatchObject(one.changed)

      await row.getByRole('button', { name: t('common:action.delete') }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('common:action.delete') })
        .click()
      await becomes(async () => await added(), undefined)
    },
  )

  it('a record is duplicated from its form, with a code of its own', async () => {
    const { page } = await app.enter('admin', '/equipment/maintenance?part=stock')
    const open = () =>
      page
        .locator('.ant-table-row')
        .first()
        .getByRole('button', { name: t('common:action.edit') })
        .click()
    const button = page.locator('.form-drawer').getByRole('button', { name: t('shell:form.copy') })
    const input = (id: string) => page.locator(`.form-drawer [id="${id}"]`)
    await open()
    const name = await input('name').inputValue()
    await input('name').fill('改过')
    // What is not saved would be lost.
    await becomes(() => button.isDisabled(), true)
    await input('name').fill(name)
    await button.click()
    await becomes(() => input('code').inputValue(), '')
    await input('code').fill('A-78')
    await save(page)
    const { items } = await got<{ items: { id: string; code: string; name: string; version: number }[] }>(
      app,
      '/api/spare-parts?q=A-78',
    )
    expect(items).toMatchObject([{ code: 'A-78', name }])
    const added = `${items[0]?.id}?version=${items[0]?.version}`
    await (await app.api('admin')).call('DELETE', `/api/spare-parts/${added}`)
  })

  it('spare parts come from a file, without its faulty rows, and go again', async () => {
    const { page } = await app.enter('admin', '/equipment/maintenance?part=stock')
    const parts = async () =>
      (await got<{ items: { code: string }[] }>(app, '/api/spare-parts?q=IMP-')).items.map(({ code }) => code)
    await page.getByRole('button', { name: t('common:import') }).click()
    const dialog = page.getByRole('dialog')
    const button = (name: string) => dialog.getByRole('button', { name })
    const sheet = '编号,名称,单价,颜色\nIMP-1,轴承,12.5,红\nIMP-2,油封,便宜,蓝\nIMP-3,滤芯,,'
    const file = { name: '备件.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) }
    await dialog.getByTestId('record-import-file').setInputFiles(file)
    await dialog.getByText(t('record-import:summary', { fresh: 2, exists: 0, faulty: 1 })).waitFor()
    await dialog.getByText(t('record-import:ignored', { columns: '颜色' })).waitFor()
    await dialog.getByLabel(t('record-import:onlyFaulty')).check()
    const faulty = `单价：${t('problem:reason.wrong_type')}`
    expect(await dialog.locator('tbody tr').allTextContents()).toEqual([expect.stringContaining(faulty)])
    // Nothing is left out unless somebody says so.
    const apply = button(t('record-import:apply', { n: 2 }))
    expect(await apply.isDisabled()).toBe(true)
    await dialog.getByLabel(t('record-import:onlyGood')).check()
    await apply.click()
    await dialog.getByText(t('record-import:done', { n: 2 })).waitFor()
    expect(await parts()).toEqual(['IMP-1', 'IMP-3'])
    await button(t('common:close')).last().click()
    await page.getByRole('button', { name: t('common:import') }).click()
    await button(t('common:undo')).click()
    await page.locator('.ant-popconfirm .ant-btn-primary').click()
    await dialog.getByText(t('record-import:undone', { n: 2 })).waitFor()
    expect(await parts()).toEqual([])
  })
})
