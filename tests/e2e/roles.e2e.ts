import { describe, expect, it } from 'vitest'
import { signIn, typeSignIn } from '../support/browser.ts'
import { arrives, becomes, journey, openApp } from '../support/journey.ts'
import { field, pressInForm } from '../support/shell.ts'
import { wordsOf } from '../support/dictionary.ts'

const t = wordsOf('zh')
const overview =
  '首页订单管理订单管理项目交期日程发运质检管理质检管理不合格品设备管理设备台账报警中心点检维修统计报表产量报表设备绩效质量统计质量文件'
const quality =
  '质检管理待检清单质检管理不合格品焊缝无损检测涂装检验预拼装来料与质保书钢材库库存型材采购外协螺栓与外购件盘点'
const equipment = '设备管理设备台账报警中心停机原因点检维修'
const displays = '展示展示信息展示设置'
const menus = {
  admin: `首页订单管理订单管理项目交期日程套料钢板下料报工发运现场上报成品库${quality}${equipment}统计报表产量报表工时与成本设备绩效质量统计质量文件${displays}基础数据工序与路线工作日历设备模型检验点设置检验标准允许偏差查询量具台账材料牌号缺陷代码系统用户角色共享终端操作日志网关与接入`,
  manager: `${overview.replace('不合格品', '不合格品采购').replace('产量报表', '产量报表工时与成本')}${displays}操作日志`,
  planner:
    '首页订单管理订单管理项目交期日程套料钢板下料发运现场上报成品库质检管理预拼装钢材库库存型材采购外协螺栓与外购件盘点统计报表产量报表工时与成本基础数据工序与路线工作日历',
  foreman:
    '首页订单管理订单管理交期日程套料钢板下料报工发运现场上报成品库质检管理不合格品钢材库库存型材螺栓与外购件盘点设备管理报警中心停机原因点检维修统计报表产量报表工时与成本',
  inspector: `首页${quality}统计报表质量统计质量文件基础数据检验点设置允许偏差查询量具台账缺陷代码`,
  equipment: `首页${equipment}设备绩效基础数据工作日历设备模型网关与接入`,
  buyer: '首页订单管理订单管理套料质检管理钢材库库存型材采购外协螺栓与外购件盘点',
  viewer: overview,
}
const forbidden: Readonly<Record<keyof typeof menus, readonly string[]>> = {
  admin: [],
  manager: ['/authority/users', '/authority/roles'],
  planner: ['/authority/users', '/authority/audit', '/set/show'],
  foreman: ['/authority/users', '/set/show'],
  inspector: ['/equipment/list', '/authority/audit'],
  equipment: ['/quality/list', '/authority/users'],
  buyer: ['/order/work', '/authority/users'],
  viewer: ['/authority/users', '/authority/roles', '/authority/audit', '/set/show', '/baseInfo/edit'],
}
const people = Object.keys(menus) as (keyof typeof menus)[]

journey('roles', () => {
  const app = openApp()

  it.each(people)(
    '%s sees exactly the menus of the role, and 401 at what it does not allow',
    async (person) => {
      const { page } = await app.enter(person, '/dashboard')
      await becomes(() => page.locator('.sidebar .menu').textContent(), menus[person])
      for (const path of forbidden[person]) {
        await page.goto(path)
        await arrives(page, '/401')
      }
    },
  )

  describe('buttons', () => {
    it('what a viewer may never do is not there; what a record refuses says why', async () => {
      const { page } = await app.enter('viewer', '/order/list')
      const row = page.locator('.ant-table-row').first()
      await row.waitFor()
      expect(await page.getByRole('button', { name: t('orders:form.create') }).count()).toBe(0)
      const edit = row.getByRole('button', { name: t('common:action.edit') })
      expect(await edit.getAttribute('aria-disabled')).toBe('true')
      expect(await edit.getAttribute('aria-description')).toBe(t('problem:reason.permission.denied'))
      await edit.click({ force: true })
      expect(await page.locator('.form-drawer').count()).toBe(0)
      await row.locator('a').first().click()
      await page.locator('.record-title').waitFor()
      const importing = page.getByRole('button', { name: t('orders:action.import') })
      expect(await importing.getAttribute('aria-disabled')).toBe('true')
    })

    it('a planner finds them', async () => {
      const { page } = await app.enter('planner', '/order/list?status=draft')
      await page.getByRole('button', { name: t('orders:form.create') }).waitFor()
      const edit = page
        .locator('.ant-table-row')
        .first()
        .getByRole('button', { name: t('common:action.edit'), exact: true })
      await edit.click()
      await field(page, t('orders:field.no')).waitFor()
    })

    it('the palette leads only to what is permitted', async () => {
      const { page } = await app.enter('viewer', '/dashboard')
      await page.locator('.bar-search').click()
      const box = page.getByRole('combobox', { name: t('shell:palette.placeholder') })
      await box.fill('操作日志')
      await page.getByText(t('shell:palette.none')).waitFor()
      await box.fill('ddgl')
      await page.getByRole('option', { name: '订单管理' }).waitFor()
      await page.keyboard.press('Enter')
      await arrives(page, '/order/list')
    })
  })

  describe('an administrator and a new person, step by step', () => {
    let first = ''
    const openUsers = async () => {
      const { page } = await app.enter('admin', '/authority/users')
      const row = page.locator('.ant-table-row', { hasText: 'blast.room' })
      const choose = async (action: string) => {
        await row.getByRole('button', { name: t('identity:action.more', { name: 'blast.room' }) }).click()
        await page.getByRole('menuitem', { name: t(`identity:action.${action}`) }).click()
        await page
          .getByRole('dialog')
          .getByRole('button', { name: t(`identity:action.${action}`) })
          .click()
      }
      return { page, row, choose }
    }

    it('the person is added with a role; the one-time password is shown once', async () => {
      const { page, row } = await openUsers()
      await page.getByRole('button', { name: t('identity:users.add') }).click()
      await field(page, t('common:field.username')).fill('blast.room')
      await field(page, t('identity:user.cnName')).fill('孙抛丸')
      await field(page, t('identity:user.roles')).click()
      await page.locator('.ant-select-item-option', { hasText: t('permissions:role.foreman') }).click()
      await pressInForm(page, t('common:form.save'))
      const shown = page.getByLabel(t('identity:handOver.password'), { exact: true })
      first = await shown.innerText()
      expect(first.length).toBeGreaterThan(8)
      await page.getByRole('button', { name: t('identity:handOver.done') }).click()
      await row.getByText(t('permissions:role.foreman')).waitFor()
      expect(await page.content()).not.toContain(first)
    })

    it('signs in with it and sees the menus of the role', async () => {
      const { page } = await app.visit()
      await signIn(page, 'blast.room', first)
      await becomes(() => page.locator('.sidebar .menu').textContent(), menus.foreman)
    })

    it('after a reset only the new password opens', async () => {
      const { page, choose } = await openUsers()
      await choose('reset')
      const second = await page.getByLabel(t('identity:handOver.password'), { exact: true }).innerText()
      const desk = await app.visit()
      await desk.page.goto('/login')
      await typeSignIn(desk.page, 'blast.room', first)
      await desk.page.getByText(t('problem:signin.failed')).waitFor()
      await typeSignIn(desk.page, 'blast.room', second)
      await arrives(desk.page, '/personal')
      first = second
    })

    it('disabled, the person is not let in', async () => {
      const { row, choose } = await openUsers()
      await choose('disable')
      await row.getByText(t('identity:status.disabled'), { exact: true }).waitFor()
      const desk = await app.visit()
      await desk.page.goto('/login')
      await typeSignIn(desk.page, 'blast.room', first)
      await desk.page.getByText(t('problem:signin.failed')).waitFor()
    })

    it('the audit log says who did it', async () => {
      const { page } = await app.enter('admin', '/authority/audit?q=blast.room')
      for (const action of ['user.create', 'password.reset', 'user.disable', 'signin.failed'])
        await page
          .locator('.ant-table-row', { hasText: t(`audit:action.${action}`) })
          .first()
          .waitFor()
      const created = page.locator('.ant-table-row', { hasText: t('audit:action.user.create') })
      expect(await created.innerText()).toContain('系统管理员')
      expect(await created.innerText()).toContain('127.0.0.1')
    })
  })
})
