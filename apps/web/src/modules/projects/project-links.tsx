import { maxLinkDays } from '@cloud-factory/domain/customer-links/customer-links'
import type { CustomerLink } from '@cloud-factory/contract/customer-links/customer-links'
import type { ProjectRow } from '@cloud-factory/contract/projects/projects'
import { maskings } from '@cloud-factory/domain/displays/display-enums'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Form, Input, InputNumber, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { type Answer, api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { useSubmit } from '../../shared/form/use-submit.ts'
import { useInstant } from '../../shared/format/dates.ts'
import { useSettings } from '../../shared/settings.ts'
import { Allowed } from '../../shared/ui/allowed.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { RecordDrawer } from '../../shared/ui/record-drawer.tsx'

interface Props {
  readonly project: Pick<ProjectRow, 'id' | 'code'>
  readonly onClose: () => void
}

type Created = Answer<'POST /api/projects/:id/customer-links'>
type Links = Answer<'GET /api/projects/:id/customer-links'>

const extension = 30

/** Who at the customer sees a project by a link, and which dossiers they may download. */
export function ProjectLinks({ project, onClose }: Props) {
  const { t } = useTranslation('customer-links')
  const client = useQueryClient()
  const queryKey = ['orders', 'customer-links', project.id]
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      api('GET /api/projects/:id/customer-links', { params: { id: project.id }, signal }),
  })
  const changed = () => void client.invalidateQueries({ queryKey })
  return (
    <RecordDrawer query={query} title={t('title', { code: project.code })} onClose={onClose}>
      {({ items, orders }) => (
        <>
          <p className="page-note">{t('about')}</p>
          <NewLink projectId={project.id} onCreated={changed} />
          {items.length === 0 && <p className="page-note">{t('none')}</p>}
          {items.map((link) => (
            <LinkLine key={link.id} link={link} onChanged={changed} />
          ))}
          <h3>{t('dossiers')}</h3>
          {orders.map((order) => (
            <DossierLine key={order.id} order={order} onChanged={changed} />
          ))}
        </>
      )}
    </RecordDrawer>
  )
}

interface NewProps {
  readonly projectId: string
  readonly onCreated: () => void
}

/** Creates a link and shows its address and password this once. */
function NewLink({ projectId, onCreated }: NewProps) {
  const { t } = useTranslation('customer-links')
  const { busy, error, submit } = useSubmit()
  const [created, setCreated] = useState<Created | null>(null)
  const create = async (body: { name: string; days: number; masking: CustomerLink['masking'] }) => {
    const reply = await submit(() =>
      api('POST /api/projects/:id/customer-links', { params: { id: projectId }, body }),
    )
    if (reply === null) return
    setCreated(reply)
    onCreated()
  }
  if (created !== null) {
    const address = `${location.origin}/customer/${created.code}`
    return (
      <Form layout="vertical">
        <Notice tone="warn" title={t('created')} />
        <Form.Item label={t('link')}>
          <Input.TextArea aria-label={t('link')} readOnly autoSize value={address} onFocus={selectAll} />
        </Form.Item>
        <Form.Item label={t('password')}>
          <Input aria-label={t('password')} readOnly value={created.password} onFocus={selectAll} />
        </Form.Item>
        <Button onClick={() => setCreated(null)}>{t('common:close')}</Button>
      </Form>
    )
  }
  return (
    <Form
      layout="vertical"
      initialValues={{ days: extension, masking: 'initial' }}
      onFinish={(values) => void create(values)}
    >
      <Form.Item
        name="name"
        label={t('person')}
        rules={[{ required: true, whitespace: true, message: t('shell:form.required') }]}
      >
        <Input maxLength={120} />
      </Form.Item>
      <div className="form-pair">
        <Form.Item
          name="days"
          label={t('days')}
          rules={[{ required: true, message: t('shell:form.required') }]}
        >
          <InputNumber min={1} max={maxLinkDays} precision={0} />
        </Form.Item>
        <Form.Item name="masking" label={t('mask.label')}>
          <Select options={maskings.map((value) => ({ value, label: t(`mask.${value}`) }))} />
        </Form.Item>
      </div>
      {error !== null && <ProblemAlert error={error} />}
      <Button type="primary" htmlType="submit" loading={busy}>
        {t('create')}
      </Button>
    </Form>
  )
}

/** Without https a page has no clipboard: what is focused is selected, to be copied by hand. */
const selectAll = ({ target }: { target: HTMLInputElement | HTMLTextAreaElement }) => target.select()

interface LineProps {
  readonly link: CustomerLink
  readonly onChanged: () => void
}

function LinkLine({ link, onChanged }: LineProps) {
  const { t } = useTranslation('customer-links')
  const instant = useInstant()
  const [asks, setAsks] = useState(false)
  const { busy, error, submit } = useSubmit()
  const { id, version, name, state, expiresAt, lastUsedAt, can } = link
  const params = { id }
  const extend = () =>
    void submit(() =>
      api('POST /api/customer-links/:id/extend', { params, body: { version, days: extension } }),
    ).finally(onChanged)
  return (
    <section className="customer-link" aria-label={name}>
      <p>
        <strong>{name}</strong> · {t('mask.label')}: {t(`mask.${link.masking}`)}
        <br />
        {t(`state.${state}`, { at: instant(expiresAt, '{y}-{m}-{d} {h}:{i}') })} ·{' '}
        {lastUsedAt === null ? t('unused') : t('used', { at: instant(lastUsedAt, '{y}-{m}-{d} {h}:{i}') })}
      </p>
      <div className="page-actions">
        <ReasonButton size="small" loading={busy} allowed={can.extend} onClick={extend}>
          {t('extend')}
        </ReasonButton>
        <ReasonButton size="small" danger allowed={can.revoke} onClick={() => setAsks(true)}>
          {t('revoke')}
        </ReasonButton>
      </div>
      {error !== null && <ProblemAlert error={error} />}
      {asks && (
        <ActionDialog
          title={t('askRevoke', { name })}
          action={t('revoke')}
          danger
          act={() => api('POST /api/customer-links/:id/revoke', { params, body: { version } })}
          changed={onChanged}
          onDone={() => setAsks(false)}
          onClose={() => setAsks(false)}
        >
          {t('askRevokeText')}
        </ActionDialog>
      )}
    </section>
  )
}

interface DossierProps {
  readonly order: Links['orders'][number]
  readonly onChanged: () => void
}

function DossierLine({ order: { id, no, name, dossier }, onChanged }: DossierProps) {
  const { t } = useTranslation('customer-links')
  const instant = useInstant()
  const language = useSettings((settings) => settings.language)
  const { busy, error, submit } = useSubmit()
  const release = () =>
    void submit(() =>
      api('POST /api/orders/:id/released-dossiers', { params: { id }, body: { language } }),
    ).finally(onChanged)
  return (
    <section className="customer-link" aria-label={no}>
      <p>
        <strong>{no}</strong> {name} ·{' '}
        {dossier === null
          ? t('unreleased')
          : t('released', { at: instant(dossier.releasedAt, '{y}-{m}-{d} {h}:{i}') })}
      </p>
      <Allowed permission="quality.judge">
        <Button size="small" loading={busy} onClick={release}>
          {t('release')}
        </Button>
      </Allowed>
      {error !== null && <ProblemAlert error={error} />}
    </section>
  )
}
