import type { DueRow } from '@cloud-factory/contract/inspection/inspections'
import { useEffect, useRef, useState } from 'react'
import { type Answer, api } from '../../shared/api.ts'
import { useAllowed } from '../../shared/permission.ts'
import { useInspectionsChanged, gatePlansQuery } from './inspections.queries.ts'
import { type InspectionStage, inspectionStages } from '@cloud-factory/domain/inspection/quality-enums'
import { useQuery } from '@tanstack/react-query'
import { Form, InputNumber, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { PieceTags } from '../../shared/scan/piece-tags.tsx'
import { useSettings } from '../../shared/settings.ts'

export type Made = Answer<'POST /api/inspections'>

/** Makes inspections of what is due; gates with an automatic plan have theirs made when the list is looked at. */
export function useMakeLots(due: readonly DueRow[] | undefined) {
  const changed = useInspectionsChanged()
  const canInspect = useAllowed({ permission: 'quality.inspect' })
  const [made, setMade] = useState<Made | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const run = async (work: () => Promise<Made>) => {
    if (running.current) return
    running.current = true
    setBusy(true)
    setError(null)
    try {
      setMade(await work())
    } catch (failure) {
      setError(failure)
    } finally {
      running.current = false
      setBusy(false)
      void changed()
    }
  }
  const make = (rows: readonly DueRow[]) => run(() => makeAll(rows))
  const requested = useRef(false)
  const isAutomatic = canInspect && due?.some(({ automatic }) => automatic) === true
  useEffect(() => {
    // Once for each visit: what it leaves behind has a reason that asking again does not mend.
    if (!isAutomatic || requested.current) return
    requested.current = true
    void run(() => api('POST /api/automatic-inspections'))
  })
  return { made, error, busy, make, show: setMade, forget: () => setMade(null) }
}

/** One request for each process; up to so many pieces in each. */
const atOnce = 500

async function makeAll(rows: readonly DueRow[]): Promise<Made> {
  const all: Made = { items: [], left: [] }
  for (const processId of new Set(rows.map(({ process }) => process.id))) {
    const pieces = rows.filter(({ process }) => process.id === processId).flatMap(({ pieceIds }) => pieceIds)
    for (let at = 0; at < pieces.length; at += atOnce) {
      const body = { pieces: pieces.slice(at, at + atOnce), processId }
      const { items, left } = await api('POST /api/inspections', { body })
      all.items.push(...items)
      all.left.push(...left)
    }
  }
  return all
}

type Values = {
  pieces: string[]
  processId: string | null
  stage: InspectionStage | null
  standardId: string | null
  percent: number | null
}

interface Props {
  readonly onClose: () => void
  readonly onMade: (made: Made) => void
}

/** Makes inspections by hand: pieces are scanned, typed or pasted as a list. */
export function CreateDrawer({ onClose, onMade }: Props) {
  const { t } = useTranslation('inspection')
  const changed = useInspectionsChanged()
  const idempotencyKey = useRequestKey()
  const save = ({ pieces, processId, stage, standardId, percent }: Values) =>
    api('POST /api/inspections', {
      body: {
        pieces,
        processId,
        ...(stage === null ? {} : { stage }),
        ...(standardId === null ? {} : { standardId }),
        ...(percent === null ? {} : { percent }),
      },
      idempotencyKey,
    })
  return (
    <FormDrawer<Values, Made>
      title={t('due.byHand')}
      action={t('due.make')}
      labels={{
        pieces: t('field.pieces'),
        processId: t('field.process'),
        stage: t('field.stage'),
        standardId: t('field.standard'),
        percent: t('field.percent'),
      }}
      initial={{
        values: { pieces: [], processId: null, stage: null, standardId: null, percent: null },
        version: 0,
      }}
      save={save}
      onSaved={(made) => {
        void changed()
        onMade(made)
        onClose()
      }}
      onClose={onClose}
    >
      <CreateFields />
    </FormDrawer>
  )
}

function CreateFields() {
  const { t } = useTranslation('inspection')
  const language = useSettings((settings) => settings.language)
  const { data } = useQuery(gatePlansQuery)
  return (
    <>
      <Form.Item
        name="pieces"
        label={t('field.pieces')}
        extra={t('due.scanHint')}
        rules={[{ required: true, message: t('shell:form.required') }]}
      >
        <PieceTags />
      </Form.Item>
      <Form.Item name="processId" label={t('field.process')} extra={t('due.noGateHint')}>
        <Select
          allowClear
          options={(data?.items ?? []).map(({ id, names }) => ({ value: id, label: names[language] }))}
        />
      </Form.Item>
      <Form.Item name="stage" label={t('field.stage')}>
        <Select
          allowClear
          placeholder={t('due.fromPlan')}
          options={inspectionStages.map((value) => ({ value, label: t(`stage.${value}`) }))}
        />
      </Form.Item>
      <Form.Item name="standardId" label={t('field.standard')}>
        <Select
          allowClear
          placeholder={t('due.fromPlan')}
          options={(data?.standards ?? []).map(({ id, code }) => ({ value: id, label: code }))}
        />
      </Form.Item>
      <Form.Item name="percent" label={t('field.percent')}>
        <InputNumber<number> min={1} max={100} precision={0} suffix="%" className="number-field" />
      </Form.Item>
    </>
  )
}
