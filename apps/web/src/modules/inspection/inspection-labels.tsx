import {
  type SizeName,
  type InspectionStatus,
  type InspectionVerdict,
  type ToolName,
  toolNames,
} from '@cloud-factory/domain/inspection/quality-enums'
import { useCallback } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import type { InspectionRow } from '@cloud-factory/contract/inspection/inspection-forms'
import { StatusTag, type Tone } from '../../shared/ui/status-tag.tsx'

/** A size by its letter and what it is: `h 截面高度`. */
export function useSizeText(): (size: SizeName) => string {
  const { t } = useTranslation('inspection')
  return useCallback((size) => `${size} ${t(`size.${size}`)}`, [t])
}

const statusTones: Readonly<Record<InspectionStatus, Tone>> = {
  draft: 'active',
  submitted: 'warn',
  judged: 'warn',
  locked: 'neutral',
  replaced: 'neutral',
  cancelled: 'neutral',
}
const verdictTones: Readonly<Record<InspectionVerdict, Tone>> = {
  pass: 'good',
  fail: 'bad',
  concession: 'warn',
}

export function InspectionStatusTag({ status }: Pick<InspectionRow, 'status'>) {
  const { t } = useTranslation('inspection')
  return <StatusTag tone={statusTones[status]} text={t(`status.${status}`)} />
}

export function VerdictTag({ verdict }: { readonly verdict: InspectionVerdict }) {
  const { t } = useTranslation('inspection')
  return <StatusTag tone={verdictTones[verdict]} text={t(`verdict.${verdict}`)} />
}

/** Name of a standard tool in the user's language; any other tool as written. */
export function useToolText(): (tool: string) => string {
  const { t } = useTranslation('inspection')
  return (tool) => (toolNames.includes(tool as ToolName) ? t(`tool.${tool as ToolName}`) : tool)
}
