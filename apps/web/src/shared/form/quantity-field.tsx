import { InputNumber, type InputNumberProps } from 'antd'

/** A quantity with at most three decimals and no trailing zeros: in many countries “1.000” means a thousand. */
export function QuantityField(props: Omit<InputNumberProps<number>, 'precision' | 'formatter'>) {
  return (
    <InputNumber<number>
      {...props}
      precision={3}
      formatter={(value, { userTyping, input }) => (userTyping ? input : written(value))}
    />
  )
}

const written = (value: number | string | undefined): string =>
  value === undefined || value === '' ? '' : String(Number(value))
