import { type FourEyesDecision, fourEyesDecisions } from '@cloud-factory/domain/identity/permissions'
import { type FourEyesPolicy } from '@cloud-factory/contract/identity/people'
import { useQuery } from '@tanstack/react-query'
import { Checkbox, Drawer, Form } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { say } from '../../shared/ui/say.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { fourEyesQuery } from './people.queries.ts'

interface Props {
  readonly onClose: () => void
  readonly onDone: () => void
}

type Values = { second: FourEyesDecision[] }

/** Which decisions need a second person. */
export function FourEyesForm({ onClose, onDone }: Props) {
  const { t } = useTranslation('identity')
  const { data: policy, error, refetch } = useQuery(fourEyesQuery)
  const title = t('common:kind.four_eyes')
  const labels = { second: t('fourEyes.second') }
  if (policy === undefined)
    return (
      <Drawer open title={title} onClose={onClose} loading={error === null}>
        <ProblemAlert error={error} onRetry={() => void refetch()} />
      </Drawer>
    )
  const names = (decisions: unknown) =>
    Array.isArray(decisions)
      ? decisions.map((decision) => t(`fourEyes.decision.${String(decision)}`)).join(', ')
      : ''
  return (
    <FormDrawer<Values, FourEyesPolicy>
      title={title}
      labels={labels}
      initial={initialOf(policy)}
      save={({ second }, version) => api('PUT /api/four-eyes', { body: { version, alone: without(second) } })}
      theirs={(current) => initialOf(current as FourEyesPolicy)}
      show={(_, decisions) => names(decisions)}
      onSaved={() => {
        say('success', t('common:form.saved'))
        onDone()
      }}
      onClose={onClose}
    >
      <p>{t('fourEyes.text')}</p>
      <Form.Item name="second" label={labels.second}>
        <Checkbox.Group className="four-eyes">
          {fourEyesDecisions.map((decision) => (
            <Checkbox key={decision} value={decision}>
              {t(`fourEyes.decision.${decision}`)}
            </Checkbox>
          ))}
        </Checkbox.Group>
      </Form.Item>
      {policy.updatedBy !== null && <p>{t('fourEyes.changedBy', { name: policy.updatedBy })}</p>}
    </FormDrawer>
  )
}

/** The decisions that are not among these, in their order. */
const without = (decisions: readonly FourEyesDecision[]): FourEyesDecision[] =>
  fourEyesDecisions.filter((decision) => !decisions.includes(decision))

const initialOf = ({ alone, version }: FourEyesPolicy) => ({ values: { second: without(alone) }, version })
