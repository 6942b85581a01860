/**
 * Why an uploaded zip is refused, one code per reason. These are the default details; usually the refusal is more
 * specific and names the entry or the limit. 413 means too large, 400 everything else.
 */
export const archiveProblems = {
  archive_not_a_zip: {
    status: 400,
    detail: 'This is not a zip file. Zip the contents of the build folder and upload that.',
  },
  archive_truncated: { status: 400, detail: 'This zip is incomplete. Zip the build again and upload it.' },
  archive_several_ends: {
    status: 400,
    detail:
      'This zip has more than one end record, so programs may disagree about its contents. Zip it again.',
  },
  archive_bytes_before: {
    status: 400,
    detail: 'This zip has extra bytes before its first entry. Upload a plain zip, not a self-extracting one.',
  },
  archive_bytes_after: {
    status: 400,
    detail: 'This zip has extra bytes after its end, or its comment has the wrong length. Zip it again.',
  },
  archive_bytes_between: {
    status: 400,
    detail: 'This zip has bytes between its parts that belong to no entry. Zip it again.',
  },
  archive_overlap: { status: 400, detail: 'Two entries of this zip overlap. Zip it again.' },
  archive_count_mismatch: {
    status: 400,
    detail: 'This zip states a different number of entries than it lists. Zip it again.',
  },
  archive_offset_mismatch: {
    status: 400,
    detail: 'The directory of this zip is not where its end record says. Zip it again.',
  },
  archive_zip64_mismatch: {
    status: 400,
    detail: 'The zip64 records of this zip are damaged or disagree with the others. Zip it again.',
  },
  archive_several_disks: {
    status: 400,
    detail: 'This zip is one part of a split archive. Join the parts or zip without splitting.',
  },
  archive_directory_damaged: { status: 400, detail: 'The directory of this zip is damaged. Zip it again.' },
  archive_local_damaged: {
    status: 400,
    detail: 'An entry of this zip does not begin where the directory says. Zip it again.',
  },
  archive_local_name: {
    status: 400,
    detail:
      'An entry of this zip has one name in the directory and another in its local header. Zip it again.',
  },
  archive_local_method: {
    status: 400,
    detail: 'An entry of this zip has two different compression methods. Zip it again.',
  },
  archive_local_flags: {
    status: 400,
    detail: 'An entry of this zip has two different sets of flags. Zip it again.',
  },
  archive_local_sizes: { status: 400, detail: 'An entry of this zip has two different sizes. Zip it again.' },
  archive_local_crc: {
    status: 400,
    detail: 'An entry of this zip has two different checksums. Zip it again.',
  },
  archive_descriptor_mismatch: {
    status: 400,
    detail: 'The data descriptor of an entry disagrees with the directory of this zip. Zip it again.',
  },
  archive_encrypted: {
    status: 400,
    detail: 'This zip contains encrypted entries. Zip the build without a password.',
  },
  archive_symlink: {
    status: 400,
    detail: 'This zip contains a symbolic link. Zip the file it points to instead.',
  },
  archive_special_file: {
    status: 400,
    detail: 'This zip contains a device, pipe or socket. Leave it out.',
  },
  archive_method: {
    status: 400,
    detail: 'This zip uses a compression method other than stored and deflate. Zip it with deflate.',
  },
  archive_stored_sizes: {
    status: 400,
    detail: 'An uncompressed entry of this zip has two different sizes. Zip it again.',
  },
  archive_folder_with_content: {
    status: 400,
    detail: 'A folder entry of this zip has content. Zip it again.',
  },
  archive_data_damaged: {
    status: 400,
    detail: 'The compressed data of an entry is damaged. Zip the build again and upload it.',
  },
  archive_length_mismatch: {
    status: 400,
    detail: 'An entry does not unpack to the size this zip states. Zip it again.',
  },
  archive_crc_mismatch: {
    status: 400,
    detail:
      'The checksum of an entry is wrong, so its content is damaged. Zip the build again and upload it.',
  },
  archive_ratio: {
    status: 400,
    detail: 'This zip claims a higher compression ratio than deflate can reach. Zip it again.',
  },
  archive_too_large: { status: 413, detail: 'This zip is larger than the limit.' },
  archive_too_many_files: { status: 413, detail: 'This zip contains more files than the limit.' },
  archive_directory_too_large: {
    status: 413,
    detail: 'The directory of this zip is larger than the limit. Use fewer files or shorter names.',
  },
  archive_file_too_large: { status: 413, detail: 'A file in this zip is larger than the limit.' },
  archive_unpacked_too_large: { status: 413, detail: 'This zip unpacks to more than the limit.' },
  archive_name_parent: { status: 400, detail: 'A name in this zip points outside it with `..`. Rename it.' },
  archive_name_absolute: {
    status: 400,
    detail: 'A name in this zip begins with a slash. Zip with relative names.',
  },
  archive_name_drive: {
    status: 400,
    detail: 'A name in this zip begins with a drive letter. Zip with relative names.',
  },
  archive_name_unc: {
    status: 400,
    detail: 'A name in this zip is a network address (UNC). Zip with relative names.',
  },
  archive_name_control: {
    status: 400,
    detail: 'A name in this zip contains a control character. Rename it.',
  },
  archive_name_encoding: {
    status: 400,
    detail: 'A name in this zip is marked as UTF-8 but is not valid UTF-8. Zip it again.',
  },
  archive_name_empty: { status: 400, detail: 'An entry of this zip has no name. Zip it again.' },
  archive_name_too_long: { status: 400, detail: 'A name in this zip is longer than the limit. Shorten it.' },
  archive_name_duplicate: {
    status: 400,
    detail: 'Two entries of this zip have the same name. Zip it again.',
  },
  archive_name_collision: {
    status: 400,
    detail: 'Two names in this zip differ only in case or Unicode form. Rename one.',
  },
  archive_name_file_and_folder: {
    status: 400,
    detail: 'A name in this zip is both a file and a folder. Rename one.',
  },
  archive_name_unicode_path: {
    status: 400,
    detail: 'An entry of this zip has a Unicode name that disagrees with its other name. Zip it again.',
  },
  archive_empty: { status: 400, detail: 'This zip contains no files. Zip the contents of the built folder.' },
  archive_no_index: {
    status: 400,
    detail: 'This zip has no index.html at its top level. Zip the contents of the built folder.',
  },
} as const
