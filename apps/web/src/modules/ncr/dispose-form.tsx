import {
  type NcrCause,
  type NcrSeverity,
  type NcrDisposition,
  ncrDispositions,
} from '@cloud-factory/domain/ncr/ncr-enums'
import type { NcrDetail } from '@cloud-factory/contract/ncr/ncrs'
import { Form, Input, Radio, Select } from 'antd'
import type { TFunction } from 'i18next'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { MachineSelect } from '../../shared/form/machine-select.tsx'
import { CauseFields, CrewAndDay, FindingFields } from './ncr-fields.tsx'
import { processesQuery } from '../planning/plan.queries.ts'
import { useNcrsChanged } from './ncr.queries.ts'
import { useQuery } from '@tanstack/react-query'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { useSettings } from '../../shared/settings.ts'

/** What both forms ask. */
type CommonValues = {
  readonly crewId: string | null
  readonly dueOn: string | null
  readonly cause: NcrCause | null
  readonly causeNote: string
  readonly cost: number | null
}

const commonLabels = (t: TFunction<'ncr'>) => ({
  crewId: t('field.crew'),
  dueOn: t('field.dueOn'),
  cause: t('field.cause'),
  causeNote: t('field.causeNote'),
  cost: t('field.cost'),
})

const commonOf = ({ crew, dueOn, cause, causeNote, cost }: NcrDetail): CommonValues => ({
  crewId: crew?.id ?? null,
  dueOn,
  cause,
  causeNote,
  cost,
})

/** As it is sent: a field that was emptied is null. */
const commonInput = ({ crewId, dueOn, cause, causeNote, cost }: CommonValues) => ({
  crewId: crewId ?? null,
  dueOn: dueOn ?? null,
  cause: cause ?? null,
  causeNote: causeNote.trim(),
  cost: cost ?? null,
})

type EditValues = CommonValues & {
  readonly defectId: string
  readonly severity: NcrSeverity
  readonly description: string
  readonly machineId: string | null
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
        machineId: t('field.machine'),
        ...commonLabels(t),
      }}
      initial={versioned(ncr)}
      save={(values, version, reason) =>
        api('PATCH /api/ncrs/:id', {
          params: { id: ncr.id },
          body: {
            ...values,
            ...commonInput(values),
            version,
            description: values.description.trim(),
            reason,
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
    machineId: ncr.machine?.id ?? null,
    ...commonOf(ncr),
  },
  version: ncr.version,
  by: ncr.updatedBy,
})

type DisposeValues = CommonValues & {
  readonly disposition: NcrDisposition
  readonly note: string
  readonly processId: string | null
}

/** Decides the disposition. */
export function DisposeForm({ ncr, onSaved, onClose }: Props) {
  const { t } = useTranslation('ncr')
  const changed = useNcrsChanged()
  const idempotencyKey = useRequestKey()
  return (
    <FormDrawer<DisposeValues, NcrDetail>
      title={t('actionTitle.dispose', { no: ncr.no })}
      action={t('action.dispose')}
      labels={{
        disposition: t('field.disposition'),
        note: t('field.dispositionNote'),
        processId: t('field.process'),
        ...commonLabels(t),
      }}
      initial={{
        values: { disposition: 'rework', note: '', processId: null, ...commonOf(ncr) },
        version: ncr.version,
      }}
      save={(values, version, reason) =>
        api('POST /api/ncrs/:id/dispose', {
          params: { id: ncr.id },
          body: {
            version,
            disposition: values.disposition,
            note: values.note.trim(),
            processId: values.processId ?? null,
            ...commonInput(values),
            reason,
          },
          idempotencyKey,
        })
      }
      onSaved={() => {
        void changed()
        onSaved()
      }}
      onClose={onClose}
    >
      <DispositionFields repairLimit={ncr.repairLimit} />
      <CrewAndDay />
      <CauseFields />
    </FormDrawer>
  )
}

function DispositionFields({ repairLimit }: Pick<NcrDetail, 'repairLimit'>) {
  const { t } = useTranslation('ncr')
  const language = useSettings((settings) => settings.language)
  const processes = useQuery(processesQuery).data?.items ?? []
  const gates = processes.filter(({ gate }) => gate === 'inspect' || gate === 'hold')
  const chosen: NcrDisposition | undefined = Form.useWatch('disposition')
  const required = { required: true, whitespace: true, message: t('shell:form.required') }
  return (
    <>
      <Form.Item
        name="disposition"
        label={t('field.disposition')}
        extra={chosen === undefined ? null : t(`dispositionHint.${chosen}`, { limit: repairLimit ?? 0 })}
      >
        <Radio.Group
          optionType="button"
          className="ncr-choices"
          options={ncrDispositions.map((value) => ({ value, label: t(`disposition.${value}`) }))}
        />
      </Form.Item>
      {chosen === 'concession' && (
        <Form.Item name="processId" label={t('field.process')} extra={t('hint.process')}>
          <Select
            allowClear
            options={gates.map(({ id, names }) => ({ value: id, label: names[language] }))}
          />
        </Form.Item>
      )}
      <Form.Item name="note" label={t('field.dispositionNote')} rules={[required]}>
        <Input.TextArea rows={3} maxLength={500} showCount />
      </Form.Item>
    </>
  )
}
