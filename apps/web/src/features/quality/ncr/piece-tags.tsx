import type { PieceMatch } from '@cloud-factory/contract/work'
import { useMutation } from '@tanstack/react-query'
import { Alert, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../shared/api.ts'
import { CameraScan } from '../../../shared/scan/camera-scan.tsx'
import { PieceChoices } from '../../../shared/scan/piece-choice.tsx'
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
  const add = ({ id: piece, serial, orderNo }: PieceMatch) => {
    setScanned((before) => [...before, { value: piece, label: `${serial} · ${orderNo}` }])
    if (!value.includes(piece)) onChange?.([...value, piece])
  }
  const find = useMutation({
    mutationFn: (code: string) => api('GET /api/piece-matches', { query: { code } }),
    onSuccess: ({ items }) => {
      const [only, ...more] = items
      if (only !== undefined && more.length === 0) add(only)
    },
  })
  const { data, variables: code = '' } = find
  const matches = data?.items
  const names = [...known, ...scanned]
  // What was typed becomes the piece it means as soon as it is found: a serial alone may be of several orders.
  const change = (pieces: string[]) => {
    const typed = pieces.filter(
      (piece) => !value.includes(piece) && names.every((name) => name.value !== piece),
    )
    const [only, ...more] = typed
    // Several at once, as they are pasted, stay as they are: the server finds them, or names the one it does not.
    if (only === undefined || more.length > 0) return onChange?.(pieces)
    onChange?.(pieces.filter((piece) => piece !== only))
    return find.mutate(only)
  }
  return (
    <>
      <Select
        {...(id === undefined ? {} : { id })}
        mode="tags"
        open={false}
        suffixIcon={null}
        options={names}
        tokenSeparators={[',', '，', ' ', '\n']}
        maxCount={200}
        value={value}
        onChange={change}
      />
      <div className="piece-camera">
        <CameraScan goesOn label={t('scanCamera')} onCode={(code) => find.mutate(code)} />
      </div>
      {find.error !== null && <ProblemAlert error={find.error} />}
      {matches?.length === 0 && <Alert type="error" showIcon title={t('unknownPiece', { code })} />}
      {matches !== undefined && matches.length > 1 && (
        <PieceChoices
          code={code}
          pieces={matches}
          onChoose={(piece) => {
            find.reset()
            add(piece)
          }}
        />
      )}
    </>
  )
}
