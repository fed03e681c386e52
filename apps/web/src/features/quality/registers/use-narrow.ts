import { useMemo } from 'react'
import type { Column } from '../../../shared/list/column.ts'
import { useSettings } from '../../../shared/settings.ts'

/**
 * The columns with other widths in px while the page speaks Chinese, whose words are short: so a laptop shows all of them
 * beside the open menu. Keep `widths` outside the component.
 */
export function useNarrow<Row>(
  columns: readonly Column<Row>[],
  widths: Readonly<Record<string, number>>,
): readonly Column<Row>[] {
  const language = useSettings((settings) => settings.language)
  return useMemo(
    () =>
      language === 'zh'
        ? columns.map((column) => ({ ...column, width: widths[column.key] ?? column.width }))
        : columns,
    [columns, language, widths],
  )
}
