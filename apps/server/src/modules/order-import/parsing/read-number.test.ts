import { describe, expect, it } from 'vitest'
import { readNumber } from './list-rows.ts'

describe('readNumber', () => {
  it.each([
    [12.5, 12.5],
    ['12.5', 12.5],
    ['１２．５', 12.5],
    ['1,234', 1234],
    ['1,234,567.8', 1234567.8],
    ['1.234,56', 1234.56],
    ['1.234.567', 1234567],
    ['12,5', 12.5],
    ['0,125', 0.125],
    ['1 234,5', 1234.5],
    ['2件', 2],
    ['8000mm', 8000],
    ['376.8 kg', 376.8],
    ['-3', -3],
    ['−3', -3],
    ['.5', 0.5],
    ['1e3', 1000],
  ])('%s is %d', (cell, expected) => {
    expect(readNumber(cell)).toBe(expected)
  })

  it.each([null, '', '-', '—', '/', 'N/A'])('%s is empty', (cell) => {
    expect(readNumber(cell)).toBe('empty')
  })

  it.each(['x', '12x', '1..2', '1,2,3', '#REF!', '0x10', '1e999', Number.NaN])('%s is bad', (cell) => {
    expect(readNumber(cell)).toBe('bad')
  })
})
