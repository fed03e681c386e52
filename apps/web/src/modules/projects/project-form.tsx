import type { ProjectRow } from '@cloud-factory/contract/projects/projects'
import { Checkbox, Form, Input, InputNumber, Select } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { DayField } from '../../shared/form/day-field.tsx'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { useFirstReply } from '../../shared/form/use-first-reply.ts'
import { useRequestKey } from '../../shared/form/request-key.ts'
import type { Versioned } from '../../shared/form/use-save-form.ts'
import { useOrdersChanged } from '../../shared/orders-changed.ts'
import { projectStatusWords } from './project-filter.tsx'

/** A project as the form holds it. */
type ProjectValues = {
  readonly code: string
  readonly name: string
  readonly customer: string
  readonly contractNo: string | null
  readonly acceptanceStandard: ProjectRow['acceptanceStandard']
  readonly startsOn: string | null
  readonly endsOn: string | null
  readonly maxWeldRepairs: number
  readonly drawingsRequired: boolean
  readonly kitsRequired: boolean
  readonly boltTestsRequired: boolean
  readonly transportDays: number
  readonly status: ProjectRow['status']
}

const standards = ['GB50205-2020', 'EN1090-2', 'AWS D1.1'] as const

interface Props {
  /** Null: a new one. */
  readonly project: ProjectRow | null
  readonly onSaved: (project: ProjectRow) => void
  readonly onClose: () => void
}

/** Creates a project or changes one. */
export function ProjectForm(props: Props) {
  const { data, isLoading } = useFirstReply({
    queryKey: ['orders', 'next-project-code'],
    // Without a proposal the code is typed.
    queryFn: ({ signal }) => api('GET /api/next-project-code', { signal }).catch(() => null),
    enabled: props.project === null,
  })
  if (isLoading) return null
  return <FilledForm {...props} code={data?.code ?? ''} />
}

interface FilledFormProps extends Props {
  /** Of a new project. */
  readonly code: string
}

function FilledForm({ project, code, onSaved, onClose }: FilledFormProps) {
  const { t } = useTranslation('orders')
  const changed = useOrdersChanged()
  const idempotencyKey = useRequestKey()
  const save = async (values: ProjectValues, version: number): Promise<ProjectRow> => {
    const { status, ...input } = inputOf(values)
    return project === null
      ? api('POST /api/projects', { body: input, idempotencyKey })
      : api('PATCH /api/projects/:id', { params: { id: project.id }, body: { version, status, ...input } })
  }
  return (
    <FormDrawer<ProjectValues, ProjectRow>
      title={project === null ? t('form.createProject') : t('form.editProject', { code: project.code })}
      labels={{
        code: t('field.code'),
        name: t('field.name'),
        customer: t('field.customer'),
        contractNo: t('field.contractNo'),
        acceptanceStandard: t('field.acceptanceStandard'),
        startsOn: t('field.startsOn'),
        endsOn: t('field.endsOn'),
        maxWeldRepairs: t('field.maxWeldRepairs'),
        drawingsRequired: t('field.drawingsRequired'),
        kitsRequired: t('field.kitsRequired'),
        boltTestsRequired: t('field.boltTestsRequired'),
        transportDays: t('field.transportDays'),
        status: t('field.status'),
      }}
      initial={project === null ? { values: { ...newProject, code }, version: 0 } : versioned(project)}
      save={save}
      theirs={(current) => versioned(current as ProjectRow)}
      show={(field, value) => (field === 'status' ? t(`projectStatus.${String(value)}`) : undefined)}
      onSaved={(saved) => {
        void changed()
        onSaved(saved)
      }}
      onClose={onClose}
    >
      <ProjectFields isNew={project === null} />
    </FormDrawer>
  )
}

function ProjectFields({ isNew }: { readonly isNew: boolean }) {
  const { t } = useTranslation('orders')
  const required = { required: true, whitespace: true, message: t('shell:form.required') }
  return (
    <>
      <div className="form-pair">
        <Form.Item name="code" label={t('field.code')} rules={[required]}>
          <Input maxLength={40} placeholder={t('hint.code')} />
        </Form.Item>
        <Form.Item name="status" label={t('field.status')} hidden={isNew} tooltip={t('form.closedProject')}>
          <Select
            options={projectStatusWords.map((value) => ({ value, label: t(`projectStatus.${value}`) }))}
          />
        </Form.Item>
      </div>
      <Form.Item name="name" label={t('field.name')} rules={[required]}>
        <Input maxLength={120} />
      </Form.Item>
      <Form.Item name="customer" label={t('field.customer')} rules={[required]}>
        <Input maxLength={120} />
      </Form.Item>
      <div className="form-pair">
        <Form.Item name="contractNo" label={t('field.contractNo')}>
          <Input maxLength={60} />
        </Form.Item>
        <Form.Item name="acceptanceStandard" label={t('field.acceptanceStandard')}>
          <Select options={standards.map((value) => ({ value, label: value }))} />
        </Form.Item>
      </div>
      <div className="form-pair">
        <Form.Item name="startsOn" label={t('field.startsOn')}>
          <DayField />
        </Form.Item>
        <Form.Item name="endsOn" label={t('field.endsOn')}>
          <DayField />
        </Form.Item>
      </div>
      <RuleFields />
    </>
  )
}

/** What applies to all orders of the project. */
function RuleFields() {
  const { t } = useTranslation('orders')
  const rules = [{ required: true, message: t('shell:form.required') }]
  return (
    <>
      <Form.Item
        name="maxWeldRepairs"
        label={t('field.maxWeldRepairs')}
        extra={t('form.weldRepairs')}
        rules={rules}
      >
        <InputNumber className="number-field" min={0} max={20} precision={0} />
      </Form.Item>
      <Form.Item
        name="transportDays"
        label={t('field.transportDays')}
        extra={t('form.transportDays')}
        rules={rules}
      >
        <InputNumber className="number-field" min={0} max={60} precision={0} />
      </Form.Item>
      <Form.Item name="drawingsRequired" valuePropName="checked" extra={t('form.drawingsRequired')}>
        <Checkbox>{t('field.drawingsRequired')}</Checkbox>
      </Form.Item>
      <Form.Item name="kitsRequired" valuePropName="checked" extra={t('form.kitsRequired')}>
        <Checkbox>{t('field.kitsRequired')}</Checkbox>
      </Form.Item>
      <Form.Item name="boltTestsRequired" valuePropName="checked" extra={t('form.boltTestsRequired')}>
        <Checkbox>{t('field.boltTestsRequired')}</Checkbox>
      </Form.Item>
    </>
  )
}

const newProject: ProjectValues = {
  code: '',
  name: '',
  customer: '',
  contractNo: null,
  acceptanceStandard: 'GB50205-2020',
  startsOn: null,
  endsOn: null,
  maxWeldRepairs: 2,
  drawingsRequired: false,
  kitsRequired: false,
  boltTestsRequired: false,
  transportDays: 1,
  status: 'active',
}

function versioned(project: ProjectRow): Versioned<ProjectValues> {
  const { id: _id, orders: _orders, weightKg: _weight, can: _can, version, ...values } = project
  return { values, version }
}

const inputOf = ({ code, name, customer, contractNo, ...rest }: ProjectValues) => ({
  ...rest,
  code: code.trim(),
  name: name.trim(),
  customer: customer.trim(),
  contractNo: contractNo?.trim() || null,
})
