import type { MachineRow } from '@cloud-factory/contract/machines/machines'
import { useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useNavigate } from 'react-router'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { useEquipmentChanged } from './machines.queries.ts'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { MachineFields } from './machine-fields.tsx'

interface MachineDialogProps {
  readonly machine: MachineRow
  readonly onClose: () => void
}

/** Asks for confirmation before a machine is taken out of use or restored. */
export function MachineDialog({ machine, onClose }: MachineDialogProps) {
  const { t } = useTranslation('machines')
  const changed = useEquipmentChanged()
  const { id, code, name, version, active } = machine
  const act = (reason: string | undefined) =>
    (active
      ? api('POST /api/machines/:id/retire', { params: { id }, body: { version, reason: reason ?? '' } })
      : api('POST /api/machines/:id/restore', { params: { id }, body: { version } })
    ).finally(() => void changed())
  return (
    <ActionDialog
      title={t(active ? 'retireTitle' : 'restoreTitle', { name: `${code} ${name}` })}
      action={t(active ? 'action.retire' : 'action.restore')}
      danger={active}
      reason={active ? 'required' : undefined}
      act={act}
      onDone={onClose}
      onClose={onClose}
    >
      {t(active ? 'retireText' : 'restoreText')}
    </ActionDialog>
  )
}

/** A machine as its form holds it. */
type MachineValues = {
  readonly code: string
  readonly name: string
  readonly profileId: string | null
  readonly line: string
  readonly workshopId: string | null
  readonly processId: string | null
  readonly criticality: MachineRow['criticality']
  readonly commissionedOn: string | null
  readonly model: string
  readonly maker: string
  readonly serialNo: string
  readonly ratedKw: number | null
  readonly standardRate: number | null
  readonly rateUnit: string
  readonly xM: number | null
  readonly yM: number | null
  readonly widthM: number | null
  readonly depthM: number | null
  readonly note: string
}

const newMachine: MachineValues = {
  code: '',
  name: '',
  profileId: null,
  line: '',
  workshopId: null,
  processId: null,
  criticality: 'B',
  commissionedOn: null,
  model: '',
  maker: '',
  serialNo: '',
  ratedKw: null,
  standardRate: null,
  rateUnit: '',
  xM: null,
  yM: null,
  widthM: null,
  depthM: null,
  note: '',
}

function valuesOf(row: MachineRow | null): MachineValues {
  if (row === null) return newMachine
  const names = Object.keys(newMachine) as (keyof MachineValues)[]
  return Object.fromEntries(names.map((name) => [name, row[name]])) as unknown as MachineValues
}

/** Request body: trimmed texts, empty fields as null. */
const inputOf = (values: MachineValues) => ({
  ...values,
  code: values.code.trim(),
  line: values.line.trim(),
  name: values.name.trim(),
  profileId: values.profileId ?? '',
  workshopId: values.workshopId ?? null,
  processId: values.processId ?? null,
  commissionedOn: values.commissionedOn ?? null,
  ratedKw: values.ratedKw ?? null,
  standardRate: values.standardRate ?? null,
  xM: values.xM ?? null,
  yM: values.yM ?? null,
  widthM: values.widthM ?? null,
  depthM: values.depthM ?? null,
})

interface MachineFormProps {
  /** Null: a new one. */
  readonly row: MachineRow | null
  readonly onClose: () => void
}

const fields = [
  'code',
  'name',
  'profileId',
  'line',
  'workshopId',
  'processId',
  'criticality',
  'commissionedOn',
  'model',
  'maker',
  'serialNo',
  'ratedKw',
  'standardRate',
  'rateUnit',
  'xM',
  'yM',
  'widthM',
  'depthM',
  'note',
] as const

/** Adds a machine, changes one, or begins a new one with its values. */
export function MachineForm({ row, onClose }: MachineFormProps) {
  const [isCopy, setIsCopy] = useState(false)
  const values = valuesOf(row)
  if (row === null || !isCopy) {
    const onCopy = row === null ? undefined : () => setIsCopy(true)
    return <FilledForm row={row} initial={values} onCopy={onCopy} onClose={onClose} />
  }
  // The code is proposed; serial number and place belong to one machine.
  const copy = { ...values, code: '', serialNo: '', xM: null, yM: null }
  return <FilledForm key="copy" row={null} initial={copy} onClose={onClose} />
}

interface FilledFormProps extends MachineFormProps {
  readonly initial: MachineValues
  readonly onCopy?: (() => void) | undefined
}

function FilledForm({ row, initial, onCopy, onClose }: FilledFormProps) {
  const { t } = useTranslation('machines')
  const changed = useEquipmentChanged()
  const navigate = useNavigate()
  const idempotencyKey = useRequestKey()
  const labels = Object.fromEntries(fields.map((field) => [field, t(`field.${field}`)]))
  return (
    <FormDrawer<MachineValues, MachineRow>
      title={row === null ? t('add') : t('editTitle', { code: row.code })}
      labels={labels as Record<(typeof fields)[number], string>}
      initial={{ values: initial, version: row?.version ?? 0 }}
      save={(values, version) =>
        row === null
          ? api('POST /api/machines', { body: inputOf(values), idempotencyKey })
          : api('PATCH /api/machines/:id', { params: { id: row.id }, body: { version, ...inputOf(values) } })
      }
      theirs={(current) => {
        const machine = current as MachineRow
        return { values: valuesOf(machine), version: machine.version, by: machine.updatedBy }
      }}
      onSaved={({ id }) => {
        void changed()
        onClose()
        // What is left to do: connect it.
        if (row === null) void navigate(`/equipment/detail/${id}?part=signals`)
      }}
      onCopy={onCopy}
      onClose={onClose}
    >
      <MachineFields row={row} />
    </FormDrawer>
  )
}
