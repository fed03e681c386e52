import type { NcrSeverity } from '@cloud-factory/domain/ncr/ncr-enums'
import type { NcrDetail } from '@cloud-factory/contract/ncr/ncrs'
import { Form } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { MachineSelect } from '../../shared/form/machine-select.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { CrewAndDay, FindingFields } from './ncr-fields.tsx'
import { useNcrsChanged } from './ncr.queries.ts'
import { PieceTags } from '../../shared/scan/piece-tags.tsx'

type RaiseValues = {
  readonly pieces: string[]
  readonly defectId: string | null
  readonly severity: NcrSeverity
  readonly description: string
  readonly crewId: string | null
  readonly machineId: string | null
  readonly dueOn: string | null
}

interface Props {
  /** Ids, serials or texts of QR codes that it begins with. */
  readonly pieces: readonly string[]
  /** Display names. */
  readonly names: readonly string[]
  readonly inspectionId: string | null
  readonly itemId: string | null
  /**
   * The failed lot and the initial text of its report; omitted: the report concerns a reading, a
   * piece or a scan.
   */
  readonly lot?: { readonly no: string; readonly description: string }
  /** The initial text, where no lot gives one. */
  readonly description?: string
  readonly onRaised: (ncr: NcrDetail) => void
  readonly onClose: () => void
}

/** Raises a report. Pieces are typed or scanned one after the other. */
export function RaiseForm({
  pieces,
  names,
  inspectionId,
  itemId,
  lot,
  description = '',
  onRaised,
  onClose,
}: Props) {
  const { t } = useTranslation('ncr')
  const changed = useNcrsChanged()
  const idempotencyKey = useRequestKey()
  const required = { required: true, message: t('shell:form.required') }
  const source = sourceOf({ inspectionId, pieces, lot })
  return (
    <FormDrawer<RaiseValues, NcrDetail>
      title={lot === undefined ? t('raise') : t('raiseLot', { no: lot.no })}
      action={t('raise')}
      labels={{
        pieces: t('common:pieces'),
        defectId: t('field.defect'),
        severity: t('field.severity'),
        description: t('field.description'),
        crewId: t('field.crew'),
        machineId: t('field.machine'),
        dueOn: t('field.dueOn'),
      }}
      initial={{ values: valuesOf(pieces, lot?.description ?? description), version: 0 }}
      save={(values) =>
        api('POST /api/ncrs', {
          body: { ...inputOf(values), source, inspectionId, itemId },
          idempotencyKey,
        })
      }
      onSaved={(ncr) => {
        void changed()
        onRaised(ncr)
      }}
      onClose={onClose}
    >
      <p className="page-note">{t('raiseNote')}</p>
      {lot !== undefined && <p className="page-note">{t('raiseLotNote')}</p>}
      <Form.Item name="pieces" label={t('common:pieces')} rules={[required]} extra={t('hint.pieces')}>
        <PieceTags known={pieces.map((value, index) => ({ value, label: names[index] ?? value }))} />
      </Form.Item>
      <FindingFields />
      <CrewAndDay />
      <Form.Item name="machineId" label={t('field.machine')}>
        <MachineSelect placeholder={t('hint.machine')} />
      </Form.Item>
    </FormDrawer>
  )
}

type Subject = Pick<Props, 'pieces'> & { readonly lot: Props['lot'] | undefined }

const valuesOf = (pieces: readonly string[], description: string): RaiseValues => ({
  pieces: [...pieces],
  defectId: null,
  severity: 'major',
  description: description.slice(0, 2000),
  crewId: null,
  machineId: null,
  dueOn: null,
})

const inputOf = ({ machineId, ...values }: RaiseValues) => ({
  ...values,
  // Left out, it is the one that the reports of work name.
  ...(machineId === null ? {} : { machineId }),
  defectId: values.defectId ?? '',
  description: values.description.trim(),
  crewId: values.crewId ?? null,
  dueOn: values.dueOn ?? null,
})

function sourceOf({ inspectionId, pieces, lot }: Subject & Pick<Props, 'inspectionId'>) {
  if (lot !== undefined) return 'lot'
  if (inspectionId !== null) return 'reading'
  return pieces.length > 0 ? 'scan' : 'piece'
}
