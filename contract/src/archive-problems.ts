/**
 * Why an uploaded zip is refused, one code per reason. The place that refuses says more: which entry, which
 * limit, what to do. 413 is for what is too large, 400 for all else.
 */
export const archiveProblems = {
  archive_not_a_zip: { status: 400, detail: 'This is not a zip file. Zip the built folder and upload that.' },
  archive_truncated: { status: 400, detail: 'This zip breaks off before its end. Upload it again.' },
  archive_several_ends: {
    status: 400,
    detail: 'This zip has more than one end record, so two programs may see two contents. Zip it anew.',
  },
  archive_bytes_before: {
    status: 400,
    detail:
      'Something stands before the first entry of this zip. Upload a plain zip, not a self-extracting one.',
  },
  archive_bytes_after: {
    status: 400,
    detail: 'Something follows the end of this zip, or its comment has the wrong length. Zip it anew.',
  },
  archive_bytes_between: {
    status: 400,
    detail: 'This zip has bytes between its parts that belong to no entry. Zip it anew.',
  },
  archive_overlap: { status: 400, detail: 'Two entries of this zip share the same bytes. Zip it anew.' },
  archive_count_mismatch: {
    status: 400,
    detail: 'The number of entries this zip states is not the number it lists. Zip it anew.',
  },
  archive_offset_mismatch: {
    status: 400,
    detail: 'The directory of this zip is not where its end record says. Zip it anew.',
  },
  archive_zip64_mismatch: {
    status: 400,
    detail: 'The zip64 records of this zip are damaged or disagree with the others. Zip it anew.',
  },
  archive_several_disks: {
    status: 400,
    detail: 'This zip is one part of a split archive. Join the parts or zip without splitting.',
  },
  archive_directory_damaged: { status: 400, detail: 'The directory of this zip is damaged. Zip it anew.' },
  archive_local_damaged: {
    status: 400,
    detail: 'An entry of this zip does not begin where the directory says. Zip it anew.',
  },
  archive_local_name: {
    status: 400,
    detail: 'An entry of this zip has one name in the directory and another before its data. Zip it anew.',
  },
  archive_local_method: {
    status: 400,
    detail: 'An entry of this zip states two compression methods. Zip it anew.',
  },
  archive_local_flags: { status: 400, detail: 'An entry of this zip states two sets of flags. Zip it anew.' },
  archive_local_sizes: { status: 400, detail: 'An entry of this zip states two sizes. Zip it anew.' },
  archive_local_crc: { status: 400, detail: 'An entry of this zip states two checksums. Zip it anew.' },
  archive_descriptor_mismatch: {
    status: 400,
    detail: 'The record after an entry disagrees with the directory of this zip. Zip it anew.',
  },
  archive_encrypted: {
    status: 400,
    detail: 'This zip holds encrypted entries. Zip the build without a password.',
  },
  archive_symlink: {
    status: 400,
    detail: 'This zip holds a symbolic link. Zip the file it points to instead.',
  },
  archive_special_file: {
    status: 400,
    detail: 'This zip holds a device, pipe or socket. Leave it out.',
  },
  archive_method: {
    status: 400,
    detail: 'This zip uses a compression method other than stored and deflate. Zip it with deflate.',
  },
  archive_stored_sizes: {
    status: 400,
    detail: 'An entry that is not compressed states two different sizes. Zip it anew.',
  },
  archive_folder_with_content: {
    status: 400,
    detail: 'An entry whose name says it is a folder has content. Zip it anew.',
  },
  archive_data_damaged: {
    status: 400,
    detail: 'The compressed data of an entry is damaged. Zip it anew and upload it again.',
  },
  archive_length_mismatch: {
    status: 400,
    detail: 'An entry does not unpack to the length the zip states. Zip it anew.',
  },
  archive_crc_mismatch: {
    status: 400,
    detail: 'The checksum of an entry is wrong: its content is damaged. Zip it anew and upload it again.',
  },
  archive_ratio: {
    status: 400,
    detail: 'This zip claims to unpack to more than deflate can hold. Zip it anew.',
  },
  archive_too_large: { status: 413, detail: 'This zip is larger than the limit.' },
  archive_too_many_files: { status: 413, detail: 'This zip holds more files than the limit.' },
  archive_directory_too_large: {
    status: 413,
    detail: 'The directory of this zip is larger than the limit. Use fewer files or shorter names.',
  },
  archive_file_too_large: { status: 413, detail: 'A file in this zip is larger than the limit.' },
  archive_unpacked_too_large: { status: 413, detail: 'This zip unpacks to more than the limit.' },
  archive_name_parent: { status: 400, detail: 'A name in this zip climbs out of it with `..`. Rename it.' },
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
    detail: 'A name in this zip holds NUL or another control character. Rename it.',
  },
  archive_name_encoding: {
    status: 400,
    detail: 'A name in this zip is marked as UTF-8 and is not. Zip it anew.',
  },
  archive_name_empty: { status: 400, detail: 'An entry of this zip has no name. Zip it anew.' },
  archive_name_too_long: { status: 400, detail: 'A name in this zip is longer than the limit. Shorten it.' },
  archive_name_duplicate: { status: 400, detail: 'Two entries of this zip have the same name. Zip it anew.' },
  archive_name_collision: {
    status: 400,
    detail: 'Two names in this zip differ only in case or in how their characters are written. Rename one.',
  },
  archive_name_file_and_folder: {
    status: 400,
    detail: 'A name in this zip is both a file and a folder. Rename one.',
  },
  archive_name_unicode_path: {
    status: 400,
    detail: 'An entry of this zip has a second, Unicode name that disagrees with the first. Zip it anew.',
  },
  archive_empty: { status: 400, detail: 'This zip holds no files. Zip the contents of the built folder.' },
  archive_no_index: {
    status: 400,
    detail: 'This zip has no index.html at its top. Zip the contents of the built folder.',
  },
} as const
