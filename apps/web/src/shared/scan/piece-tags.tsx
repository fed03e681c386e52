import type { PieceMatch } from '@cloud-factory/contract/production/work'
import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CameraScan } from './camera-scan.tsx'
import { codesIn } from './code.rules.ts'
import { OpenCodes, useFoundPieces } from './found-pieces.tsx'

interface Known {
  readonly value: string
  readonly label: string
}

interface Props {
  readonly value?: string[]
  readonly onChange?: (pieces: string[]) => void
  /** Set by the form item. */
  readonly id?: string
  /** Display names of pieces that are given by their ids. */
  readonly known?: readonly Known[]
}

/**
 * Pieces by id, serial number or code: typed, pasted as a list, from a keyboard scanner (its Enter accepts each), or
 * one by one from the camera. A typed code becomes its piece as soon as it is found; the others are listed below.
 */
export function PieceTags({ value = [], onChange, id, known = [] }: Props) {
  const { t } = useTranslation()
  const [found, setFound] = useState<readonly Known[]>([])
  const add = (pieces: readonly PieceMatch[]) => {
    const fresh = pieces.map(({ id: piece, serial, orderNo }) => ({
      value: piece,
      label: `${serial} · ${orderNo}`,
    }))
    setFound((before) => [...before, ...fresh])
    onChange?.([...new Set([...value, ...fresh.map((one) => one.value)])])
  }
  const search = useFoundPieces(add)
  const names = [...known, ...found]
  const change = (pieces: string[]) => {
    const isKnown = (piece: string) => value.includes(piece) || names.some((name) => name.value === piece)
    const typed = pieces.filter((piece) => !isKnown(piece))
    onChange?.(pieces.filter(isKnown))
    if (typed.length > 0) search.find(codesIn(typed.join('\n')))
  }
  return (
    <>
      <Select
        {...(id === undefined ? {} : { id })}
        mode="tags"
        open={false}
        suffixIcon={null}
        options={names}
        loading={search.busy}
        tokenSeparators={[',', '，', ';', ' ', '\n', '\t']}
        maxCount={200}
        value={value}
        onChange={change}
      />
      <div className="piece-camera">
        <CameraScan goesOn label={t('common:scan.camera')} onCode={(code) => search.find(codesIn(code))} />
      </div>
      <OpenCodes search={search} />
    </>
  )
}
