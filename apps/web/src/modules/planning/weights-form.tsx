import type { ProcessRow, ProjectWeights } from '@cloud-factory/contract/planning/processes'
import type { ProjectRow } from '@cloud-factory/contract/projects/projects'
import { useQuery } from '@tanstack/react-query'
import { Form } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { useReasonText } from '../../shared/ui/use-reason-text.ts'
import { processes as processResource } from '@cloud-factory/domain/planning/planning-resources'
import { resourceQuery, useResourceChanged } from '../../shared/resource/resource-api.ts'
import { useFirstReply } from '../../shared/form/use-first-reply.ts'
import { useNames } from '../../shared/i18n/use-names.ts'
import { type Weights, WeightsField } from './weights-field.tsx'
import { sumOfWeights } from '@cloud-factory/domain/planning/plan.rules'

interface Props {
  readonly project: Pick<ProjectRow, 'id' | 'code'>
  readonly onClose: () => void
}

/** Weight of each process in the progress of a project's orders. */
export function WeightsForm({ project, onClose }: Props) {
  const weights = useFirstReply({
    queryKey: ['orders', 'plan', 'weights', project.id],
    queryFn: ({ signal }) => api('GET /api/projects/:id/weights', { params: { id: project.id }, signal }),
  })
  const processes = useQuery(resourceQuery(processResource))
  const error = weights.error ?? processes.error
  if (error !== null) return <ProblemAlert error={error} onRetry={() => void weights.refetch()} />
  if (weights.data === undefined || processes.data === undefined) return null
  return (
    <Editor project={project} weights={weights.data} processes={processes.data.items} onClose={onClose} />
  )
}

/** One field: shares of two people cannot be mixed, or they would no longer sum to 100. */
type WeightsValues = { readonly items: Weights }

interface EditorProps extends Props {
  readonly weights: ProjectWeights
  readonly processes: readonly ProcessRow[]
}

function Editor({ project, weights, processes, onClose }: EditorProps) {
  const { t } = useTranslation('planning')
  const nameOf = useNames()
  const reasonText = useReasonText()
  const changed = useResourceChanged(processResource)
  const shown = weights.items.flatMap(({ processId }) => processes.filter(({ id }) => id === processId))
  const inWords = (items: Weights) =>
    shown
      .filter(({ id }) => (items[id] ?? 0) > 0)
      .map(({ id, names }) => `${nameOf(names)} ${items[id] ?? 0}`)
      .join(t('join'))
  const isWhole = (_: unknown, items: Weights) =>
    sumOfWeights(Object.values(items)) === 100
      ? Promise.resolve()
      : Promise.reject(new Error(reasonText('weights.not_100')))
  return (
    <FormDrawer<WeightsValues, ProjectWeights>
      title={t('weights.title', { code: project.code })}
      labels={{ items: t('field.weight') }}
      initial={versioned(weights)}
      save={({ items }, version) =>
        api('PUT /api/projects/:id/weights', {
          params: { id: project.id },
          body: {
            version,
            items: Object.entries(items).map(([processId, weight]) => ({ processId, weight: weight ?? 0 })),
          },
        })
      }
      theirs={(current) => versioned(current as ProjectWeights)}
      show={(_field, value) => inWords(value as Weights)}
      onSaved={() => {
        void changed()
        onClose()
      }}
      onClose={onClose}
    >
      <p className="page-note">{t(weights.own ? 'weights.own' : 'weights.starting')}</p>
      <Form.Item name="items" rules={[{ validator: isWhole }]} validateTrigger={[]}>
        <WeightsField processes={shown} />
      </Form.Item>
    </FormDrawer>
  )
}

const versioned = ({ items, version }: ProjectWeights) => ({
  values: { items: Object.fromEntries(items.map(({ processId, weight }) => [processId, weight])) },
  version,
})
