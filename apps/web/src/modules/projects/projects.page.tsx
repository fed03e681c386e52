import '../../shared/ui/record.css'
import '../planning/plan.css'
import { PlusOutlined } from '@ant-design/icons'
import type { ProjectRow } from '@cloud-factory/contract/projects/projects'
import { useMemo, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { DataTable } from '../../shared/list/data-table.tsx'
import { SelectFilter } from '../../shared/list/select-filter.tsx'
import { useListQuery } from '../../shared/list/use-list-query.ts'
import { useListState } from '../../shared/list/use-list-state.ts'
import { Allowed } from '../../shared/ui/allowed.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { useOrdersChanged } from '../../shared/orders-changed.ts'
import { projectsQuery, projectStatusWords } from './project-filter.tsx'
import { lazyDialog } from '../../shared/ui/lazy-dialog.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { RowMenu } from '../../shared/ui/row-menu.tsx'
import { useAllowed } from '../../shared/permission.ts'
import type { TFunction } from 'i18next'
import { absent, count, tonnes } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { StatusTag } from '../../shared/ui/status-tag.tsx'

const ProjectForm = lazyDialog(async () => (await import('./project-form.tsx')).ProjectForm)
const ProjectLinks = lazyDialog(async () => (await import('./project-links.tsx')).ProjectLinks)
const WeightsForm = lazyDialog(async () => (await import('../planning/weights-form.tsx')).WeightsForm)

/** Columns of the project list. */
const projectColumns = (t: TFunction<'orders'>): readonly Column<ProjectRow>[] => [
  {
    key: 'code',
    title: t('common:code'),
    width: 110,
    pinned: true,
    sort: 'code',
    render: ({ code }) => code,
  },
  { key: 'name', title: t('field.name'), width: 180, sort: 'name', render: ({ name }) => name },
  { key: 'customer', title: t('field.customer'), width: 170, render: ({ customer }) => customer },
  {
    key: 'contractNo',
    title: t('field.contractNo'),
    width: 160,
    spare: true,
    render: ({ contractNo }) => contractNo ?? absent,
  },
  {
    key: 'acceptanceStandard',
    title: t('field.acceptanceStandard'),
    width: 170,
    spare: true,
    render: ({ acceptanceStandard }) => acceptanceStandard,
  },
  {
    key: 'status',
    title: t('field.status'),
    width: 96,
    render: ({ status }) => (
      <StatusTag tone={status === 'active' ? 'active' : 'neutral'} text={t(`projectStatus.${status}`)} />
    ),
  },
  {
    key: 'startsOn',
    title: t('field.startsOn'),
    width: 112,
    spare: true,
    render: ({ startsOn }) => startsOn ?? absent,
  },
  { key: 'endsOn', title: t('field.endsOn'), width: 112, render: ({ endsOn }) => endsOn ?? absent },
  {
    key: 'orders',
    title: t('field.orders'),
    width: 90,
    align: 'right',
    render: ({ id, orders }) => (
      <Link to={`/order/list?projectId=${id}`} aria-label={`${t('projects.ordersOf')}: ${orders}`}>
        {count(orders)}
      </Link>
    ),
  },
  {
    key: 'tonnes',
    title: t('field.tonnes'),
    width: 105,
    align: 'right',
    render: (row) => tonnes(row.weightKg),
  },
]

const filterNames = ['status'] as const

type Open =
  | { readonly edit: ProjectRow | null }
  | { readonly remove: ProjectRow }
  | { readonly weigh: ProjectRow }
  | { readonly share: ProjectRow }

/** Projects: what orders belong to. */
export function ProjectsPage() {
  const { t } = useTranslation('orders')
  const list = useListState('GET /api/projects', filterNames)
  const query = useListQuery(list, projectsQuery)
  const [open, setOpen] = useState<Open | null>(null)
  const columns = useMemo(() => projectColumns(t), [t])
  const close = () => setOpen(null)
  const create = (
    <Allowed permission="order.edit">
      <Button primary icon={<PlusOutlined />} onClick={() => setOpen({ edit: null })}>
        {t('form.createProject')}
      </Button>
    </Allowed>
  )
  return (
    <div className="page is-filling">
      <PageHeader title={t('shell:route.projectList')}>
        <Link className="header-link" to="/order/list">
          {t('toOrders')}
        </Link>
        {create}
      </PageHeader>
      <DataTable
        name="projects"
        views="projects"
        label={t('projects.list')}
        list={list}
        query={query}
        columns={columns}
        searchHint={t('searchProjects')}
        filters={
          <SelectFilter
            list={list}
            name="status"
            label={t('field.status')}
            options={projectStatusWords.map((value) => ({ value, label: t(`projectStatus.${value}`) }))}
          />
        }
        empty={
          <>
            <span>{t('emptyProjects')}</span>
            {create}
          </>
        }
        rowActions={{
          width: { zh: 190, other: 200 },
          render: (project) => <ProjectActions project={project} onOpen={setOpen} />,
        }}
      />
      {open !== null && 'edit' in open && <ProjectForm project={open.edit} onSaved={close} onClose={close} />}
      {open !== null && 'weigh' in open && <WeightsForm project={open.weigh} onClose={close} />}
      {open !== null && 'share' in open && <ProjectLinks project={open.share} onClose={close} />}
      {open !== null && 'remove' in open && <RemoveProject project={open.remove} onClose={close} />}
    </div>
  )
}

interface ActionsProps {
  readonly project: ProjectRow
  readonly onOpen: (open: Open) => void
}

function ProjectActions({ project, onOpen }: ActionsProps) {
  const { t } = useTranslation('orders')
  const weighs = useAllowed({ permission: 'production.edit' })
  const shares = useAllowed({ permissionAnd: ['order.edit', 'order.view', 'quality.view'] })
  const weigh = {
    key: 'weigh',
    word: t('planning:weights.action'),
    allowed: true,
    onChoose: () => onOpen({ weigh: project }),
  } as const
  const share = {
    key: 'share',
    word: t('customer-links:action'),
    allowed: true,
    onChoose: () => onOpen({ share: project }),
  } as const
  const more = [...(weighs ? [weigh] : []), ...(shares ? [share] : [])]
  return (
    <span className="row-actions">
      <ReasonButton
        type="link"
        size="small"
        allowed={project.can.edit}
        onClick={() => onOpen({ edit: project })}
      >
        {t('action.edit')}
      </ReasonButton>
      <ReasonButton
        type="link"
        size="small"
        danger
        allowed={project.can.delete}
        onClick={() => onOpen({ remove: project })}
      >
        {t('action.delete')}
      </ReasonButton>
      {more.length > 0 && <RowMenu label={`${t('common:action.more')} ${project.code}`} actions={more} />}
    </span>
  )
}

function RemoveProject({ project, onClose }: { readonly project: ProjectRow; readonly onClose: () => void }) {
  const { t } = useTranslation('orders')
  const changed = useOrdersChanged()
  const { id, code, version } = project
  return (
    <ActionDialog
      title={t('ask.deleteProject', { code })}
      action={t('action.delete')}
      danger
      act={() =>
        api('DELETE /api/projects/:id', { params: { id }, query: { version } }).finally(() => void changed())
      }
      onDone={onClose}
      onClose={onClose}
    >
      {t('ask.deleteProjectText')}
    </ActionDialog>
  )
}
