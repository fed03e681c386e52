import type { MachineRow } from '@cloud-factory/contract/machines/machines'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { MachineFields } from './machine-fields.tsx'
import { inputOf, type MachineValues, valuesOf } from './machine-values.ts'
import { useEquipmentChanged } from './machines.queries.ts'

interface Props {
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

/** Adds a machine or changes one. */
export function MachineForm({ row, onClose }: Props) {
  const { t } = useTranslation('machines')
  const changed = useEquipmentChanged()
  const idempotencyKey = useRequestKey()
  const labels = Object.fromEntries(fields.map((field) => [field, t(`field.${field}`)]))
  return (
    <FormDrawer<MachineValues, MachineRow>
      title={row === null ? t('add') : t('editTitle', { code: row.code })}
      labels={labels as Record<(typeof fields)[number], string>}
      initial={{ values: valuesOf(row), version: row?.version ?? 0 }}
      save={(values, version) =>
        row === null
          ? api('POST /api/machines', { body: inputOf(values), idempotencyKey })
          : api('PATCH /api/machines/:id', { params: { id: row.id }, body: { version, ...inputOf(values) } })
      }
      theirs={(current) => {
        const machine = current as MachineRow
        return { values: valuesOf(machine), version: machine.version, by: machine.updatedBy }
      }}
      onSaved={() => {
        void changed()
        onClose()
      }}
      onClose={onClose}
    >
      <MachineFields row={row} />
    </FormDrawer>
  )
}
