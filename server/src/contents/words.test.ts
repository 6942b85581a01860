import { expect, test } from 'vitest'

import { joinedWord, wordsOf } from './words.ts'

test.each<[string, string[]]>([
  ['DataTable', ['datatable', 'data', 'table']],
  ['Data table', ['data', 'table']],
  ['HTMLElement', ['htmlelement', 'html', 'element']],
  ['aria-label', ['aria', 'label']],
  ['Button2', ['button2', 'button', '2']],
  ['onOpenChange', ['onopenchange', 'on', 'open', 'change']],
  ['Forms/Date_picker', ['forms', 'date', 'picker']],
  ['Überschrift, naïve café', ['uberschrift', 'naive', 'cafe']],
  ['Straße ﬁx Ｆｕｌｌ', ['strasse', 'fix', 'full']],
  ['КнопкаМеню', ['кнопкаменю', 'кнопка', 'меню']],
  ['ΛΌΓΟΣ λόγος', ['λογοσ', 'λογοσ']],
  ['İstanbul ıssız', ['istanbul', 'issiz']],
  ['כַּפְתּוֹר', ['כפתור']],
  ['日期选择器', ['日期', '期选', '选择', '择器', '器']],
  ['日本語Button', ['日本', '本語', '語', 'button']],
  ['버튼 그룹', ['버튼', '그룹'].map((word) => word.normalize('NFD'))],
  ['', []],
  [`'"\\:*&|!()<>\u0000\uD800 \u202E`, []],
  ['x'.repeat(10_000), ['x'.repeat(60)]],
])('the words of %j', (text, words) => {
  expect(wordsOf(text)).toEqual(words)
})

test('names are compared however they are written', () => {
  const names = ['Data Table', 'DataTable', 'data-table', 'DATA_TABLE', 'datatable']
  expect(new Set(names.map(joinedWord))).toEqual(new Set(['datatable']))
})
