import { indexPage, zipWithNames, zipWithOddEntry } from './refusal-case.ts'
import type { RefusalCase } from './refusal-case.ts'
import { unicodePathField, writeZip } from './zip-writer.ts'

const index = indexPage
const odd = zipWithOddEntry
const named = zipWithNames

/** Zips with names that cannot be served, or without an index.html. */
export const nameRefusals: RefusalCase[] = [
  {
    code: 'archive_name_parent',
    because: 'a name points outside',
    zip: named('../up.js'),
    naming: '`../up.js`',
  },
  {
    code: 'archive_name_parent',
    because: 'a name points outside from a folder',
    zip: named('a/../../up.js'),
    naming: 'up.js',
  },
  {
    code: 'archive_name_parent',
    because: 'a name points outside with backslashes',
    zip: named('..\\up.js'),
    naming: 'up.js',
  },
  { code: 'archive_name_parent', because: 'a folder points outside', zip: named('a/..'), naming: 'a/..' },
  {
    code: 'archive_name_absolute',
    because: 'a name is absolute',
    zip: named('/etc/passwd'),
    naming: '`/etc/passwd`',
  },
  {
    code: 'archive_name_absolute',
    because: 'a name begins with a backslash',
    zip: named('\\windows'),
    naming: '/windows',
  },
  { code: 'archive_name_drive', because: 'a name has a drive', zip: named('C:\\x.js'), naming: 'C:' },
  {
    code: 'archive_name_drive',
    because: 'a name has a drive below the common root',
    zip: writeZip([{ name: 'root/index.html' }, { name: 'root/C:/x.js' }]),
    naming: '`C:/x.js`',
  },
  {
    code: 'archive_name_unc',
    because: 'a name is a network address',
    zip: named('\\\\server\\share\\x.js'),
    naming: 'server',
  },
  { code: 'archive_name_control', because: 'a name holds NUL', zip: named('a\0b.js'), naming: 'b.js`' },
  {
    code: 'archive_name_control',
    because: 'a name holds a line break',
    zip: named('a\nb.js'),
    naming: 'b.js`',
  },
  {
    code: 'archive_name_control',
    because: 'a name holds a C1 control',
    zip: named('a\u0085b.js'),
    naming: 'b.js`',
  },
  {
    code: 'archive_name_encoding',
    because: 'a name is marked as UTF-8 but is not',
    zip: named(Buffer.from([0x61, 0xff, 0x62])),
    naming: /`a.b`/,
  },
  { code: 'archive_name_empty', because: 'an entry has no name', zip: named('') },
  {
    code: 'archive_name_too_long',
    because: 'a name is too long',
    zip: named('x'.repeat(1025)),
    naming: '1,024 bytes',
  },
  {
    code: 'archive_name_too_long',
    because: 'a name of code page 437 is too long in UTF-8',
    zip: writeZip([index, { name: Buffer.alloc(600, 0xb0) }]),
    naming: '1,024 bytes',
  },
  {
    code: 'archive_name_duplicate',
    because: 'a name occurs twice',
    zip: named('a.js', 'a.js'),
    naming: '`a.js`',
  },
  {
    code: 'archive_name_duplicate',
    because: 'a name occurs twice, once with backslashes',
    zip: named('a/b.js', 'a\\b.js'),
    naming: '`a/b.js`',
  },
  {
    code: 'archive_name_duplicate',
    because: 'a name occurs twice, once with a dot',
    zip: named('a/b.js', 'a/./b.js'),
    naming: '`a/b.js`',
  },
  {
    code: 'archive_name_collision',
    because: 'names differ only in case',
    zip: named('Readme.md', 'README.md'),
    naming: /`Readme\.md`.*`README\.md`/,
  },
  {
    code: 'archive_name_collision',
    because: 'names differ only in Unicode form',
    zip: named('caf\u00e9.md', 'cafe\u0301.md'),
    naming: 'caf',
  },
  {
    code: 'archive_name_collision',
    because: 'names fold to the same letters',
    zip: named('straße.md', 'STRASSE.md'),
    naming: 'straße',
  },
  {
    code: 'archive_name_file_and_folder',
    because: 'a file is also a folder',
    zip: named('a', 'a/b.js'),
    naming: /`a`.*`a\/b\.js`/,
  },
  {
    code: 'archive_name_file_and_folder',
    because: 'a file is also a folder entry',
    zip: writeZip([index, { name: 'a', content: 'x' }, { name: 'a/' }]),
    naming: '`a`',
  },
  {
    code: 'archive_name_file_and_folder',
    because: 'a file is also a folder in another case',
    zip: named('A', 'a/b/c.js'),
    naming: '`A`',
  },
  {
    code: 'archive_name_file_and_folder',
    because: 'a file is also a folder, among similar names',
    zip: named('a-b/x.js', 'a.b', 'a', 'ab/c', 'a/z/y/x.js', 'a0'),
    naming: /`a`.*`a\/z\/y\/x\.js`/,
  },
  {
    code: 'archive_name_file_and_folder',
    because: 'a file is also the folder of an empty folder',
    zip: writeZip([index, { name: 'É/b', content: 'x' }, { name: 'é/B/c/' }]),
    naming: /`É\/b`.*`é\/B\/c\/`/,
  },
  {
    code: 'archive_name_unicode_path',
    because: 'a Unicode path differs',
    zip: odd({ extra: unicodePathField('odd.js', 'even.js') }),
    naming: /`odd\.js`.*`even\.js`/,
  },
  {
    code: 'archive_name_unicode_path',
    because: 'a Unicode path in the local header differs',
    zip: odd({ local: { extra: unicodePathField('odd.js', 'even.js') } }),
    naming: /`odd\.js`.*`even\.js`/,
  },
  {
    code: 'archive_name_unicode_path',
    because: 'a Unicode path was made for another name',
    zip: odd({ extra: unicodePathField('else.js', 'odd.js') }),
    naming: '`odd.js`',
  },
  {
    code: 'archive_name_unicode_path',
    because: 'there are two Unicode paths',
    zip: odd({
      extra: Buffer.concat([unicodePathField('odd.js', 'odd.js'), unicodePathField('odd.js', 'odd.js')]),
    }),
    naming: '`odd.js`',
  },
  { code: 'archive_empty', because: 'it is empty', zip: writeZip([]) },
  {
    code: 'archive_empty',
    because: 'it holds only files that are dropped',
    zip: writeZip([{ name: 'a/' }, { name: '__MACOSX/._a' }, { name: 'a/.DS_Store' }]),
  },
  {
    code: 'archive_no_index',
    because: 'a folder holds no index.html',
    zip: writeZip([{ name: 'storybook-static/a.js' }, { name: 'storybook-static/b.js' }]),
    naming: '`storybook-static/`',
  },
  {
    code: 'archive_no_index',
    because: 'index.html is two folders down',
    zip: writeZip([{ name: 'a/b/index.html' }]),
    naming: '`a/b/`',
  },
  {
    code: 'archive_no_index',
    because: 'index.html is in one of several folders',
    zip: writeZip([{ name: 'a/index.html' }, { name: 'b/x.js' }]),
    naming: '`a/`',
  },
  {
    code: 'archive_no_index',
    because: 'it is not a site',
    zip: writeZip([{ name: 'a.js' }]),
    naming: 'a.js',
  },
]
