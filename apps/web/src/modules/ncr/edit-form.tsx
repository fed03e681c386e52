import type { NcrCause, NcrSeverity } from '@cloud-factory/domain/ncr/ncr-enums'
import type { NcrDetail } from '@cloud-factory/contract/ncr/ncrs'
import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { MachineSelect } from '../../shared/form/machine-select.tsx'
import { CauseFields, CrewAndDay, FindingFields } from './ncr-fields.tsx'
import { useNcrsChanged } from './ncr.queries.ts'

type EditValues = {
  readonly defectId: string
  readonly severity: NcrSeverity
  readonly description: string
  readonly crewId: string | null
  readonly machineId: string | null
  readonly dueOn: string | null
  readonly cause: NcrCause | null
  readonly causeNote: string
  readonly cost: number | null
}

interface Props {
  readonly ncr: NcrDetail
  readonly onSaved: () => void
  readonly onClose: () => void
}

/** Changes what is known of a report. */
export function EditForm({ ncr, onSaved, onClose }: Props) {
  const { t } = useTranslation('ncr')
  const changed = useNcrsChanged()
  return (
    <FormDrawer<EditValues, NcrDetail>
      title={t('editTitle', { no: ncr.no })}
      labels={{
        defectId: t('field.defect'),
        severity: t('field.severity'),
        description: t('field.description'),
        crewId: t('field.crew'),
        machineId: t('field.machine'),
        dueOn: t('field.dueOn'),
        cause: t('field.cause'),
        causeNote: t('field.causeNote'),
        cost: t('field.cost'),
      }}
      initial={versioned(ncr)}
      save={(values, version) =>
        api('PATCH /api/ncrs/:id', {
          params: { id: ncr.id },
          body: {
            ...values,
            version,
            description: values.description.trim(),
            causeNote: values.causeNote.trim(),
            cause: values.cause ?? null,
            cost: values.cost ?? null,
          },
        })
      }
      theirs={(current) => versioned(current as NcrDetail)}
      onSaved={() => {
        void changed()
        onSaved()
      }}
      onClose={onClose}
    >
      <FindingFields />
      <CrewAndDay />
      <Form.Item name="machineId" label={t('field.machine')}>
        <MachineSelect known={ncr.machine === null ? [] : [ncr.machine]} />
      </Form.Item>
      <CauseFields />
    </FormDrawer>
  )
}

const versioned = (ncr: NcrDetail) => ({
  values: {
    defectId: ncr.defect.id,
    severity: ncr.severity,
    description: ncr.description,
    crewId: ncr.crew?.id ?? null,
    machineId: ncr.machine?.id ?? null,
    dueOn: ncr.dueOn,
    cause: ncr.cause,
    causeNote: ncr.causeNote,
    cost: ncr.cost,
  },
  version: ncr.version,
  by: ncr.updatedBy,
})
