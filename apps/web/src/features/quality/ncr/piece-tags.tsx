import { useMutation } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../shared/api.ts'
import { CameraScan } from '../../../shared/scan/camera-scan.tsx'
import { ProblemAlert } from '../../../shared/ui/problem-alert.tsx'

interface Known {
  readonly value: string
  readonly label: string
}

interface Props {
  readonly value?: string[]
  readonly onChange?: (pieces: string[]) => void
  /** Given by the form's item. */
  readonly id?: string
  /** What people call pieces that are given by their ids. */
  readonly known: readonly Known[]
}

/** Pieces by id, serial or code: typed, by a scanner that types (its Enter takes each), or one after the other by the camera. */
export function PieceTags({ value = [], onChange, id, known }: Props) {
  const { t } = useTranslation('ncrs')
  const [scanned, setScanned] = useState<readonly Known[]>([])
  const find = useMutation({
    mutationFn: (piece: string) => api('GET /api/weld-pieces', { query: { piece } }),
    onSuccess: (piece) => {
      setScanned((before) => [...before, { value: piece.id, label: piece.serial }])
      if (!value.includes(piece.id)) onChange?.([...value, piece.id])
    },
  })
  return (
    <>
      <Select
        {...(id === undefined ? {} : { id })}
        mode="tags"
        open={false}
        suffixIcon={null}
        options={[...known, ...scanned]}
        tokenSeparators={[',', '，', ' ', '\n']}
        maxCount={200}
        value={value}
        onChange={(pieces: string[]) => onChange?.(pieces)}
      />
      <div className="piece-camera">
        <CameraScan goesOn label={t('scanCamera')} onCode={(code) => find.mutate(code)} />
      </div>
      {find.error !== null && <ProblemAlert error={find.error} />}
    </>
  )
}
