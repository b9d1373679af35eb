//! Translation units, their diagnostics, files and locations.

use std::ffi::{CString, c_char, c_uint};
use std::marker::PhantomData;
use std::ops::Range;
use std::ptr;

use clang_sys as sys;
use whyc_base::diagnostic::Severity;

use super::cursor::Cursor;
use super::owned_string;

/// libclang's context for translation units.
pub struct Index {
    raw: sys::CXIndex,
}

impl Index {
    /// A new context. libclang must be loaded on this thread.
    pub fn new() -> Self {
        // SAFETY: the library is loaded, see the module's rule.
        Self { raw: unsafe { sys::clang_createIndex(0, 0) } }
    }
}

impl Drop for Index {
    fn drop(&mut self) {
        // SAFETY: created by `new`, disposed of once.
        unsafe { sys::clang_disposeIndex(self.raw) }
    }
}

/// One parsed file with all it includes.
pub struct Unit<'i> {
    raw: sys::CXTranslationUnit,
    index: PhantomData<&'i Index>,
}

/// What a unit keeps of its text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Record {
    /// Its code.
    Code,
    /// Also what the preprocessor leaves out.
    Skipped,
}

/// Something that the compiler complained about.
pub struct ClangDiagnostic {
    /// How serious it is.
    pub severity: Severity,
    /// What clang says, without the place.
    pub message: String,
    /// Where it is in the text that the user wrote.
    pub place: Option<FileOffset>,
}

impl<'i> Unit<'i> {
    /// Parses the first of the given files, whose contents need not be on disk, with the given compiler arguments.
    ///
    /// Returns nothing where libclang itself gives up, as it does when it crashes.
    pub fn parse_with(index: &'i Index, files: &[(&str, &[u8])], args: &[String], record: Record) -> Option<Self> {
        let names: Vec<CString> = files.iter().map(|(name, _)| CString::new(*name)).collect::<Result<_, _>>().ok()?;
        let args: Vec<CString> = args.iter().map(|arg| CString::new(arg.as_str())).collect::<Result<_, _>>().ok()?;
        let arg_ptrs: Vec<*const c_char> = args.iter().map(|arg| arg.as_ptr()).collect();
        let mut unsaved = Vec::new();
        for (name, (_, content)) in names.iter().zip(files) {
            unsaved.push(sys::CXUnsavedFile {
                Filename: name.as_ptr(),
                Contents: content.as_ptr().cast(),
                Length: u64::try_from(content.len()).ok()?,
            });
        }
        let mut raw = ptr::null_mut();
        // SAFETY: every pointer is valid for the call, and libclang copies what it keeps.
        let code = unsafe {
            sys::clang_parseTranslationUnit2(
                index.raw,
                names.first()?.as_ptr(),
                arg_ptrs.as_ptr(),
                i32::try_from(arg_ptrs.len()).ok()?,
                unsaved.as_mut_ptr(),
                u32::try_from(unsaved.len()).ok()?,
                match record {
                    Record::Code => sys::CXTranslationUnit_None,
                    Record::Skipped => sys::CXTranslationUnit_DetailedPreprocessingRecord,
                },
                &raw mut raw,
            )
        };
        (code == sys::CXError_Success && !raw.is_null()).then_some(Self { raw, index: PhantomData })
    }

    /// The name of the target that it is compiled for.
    pub fn triple(&self) -> Option<String> {
        // SAFETY: the unit is valid, and what is created is disposed of once.
        unsafe {
            let target = sys::clang_getTranslationUnitTargetInfo(self.raw);
            if target.is_null() {
                return None;
            }
            let triple = owned_string(sys::clang_TargetInfo_getTriple(target));
            sys::clang_TargetInfo_dispose(target);
            (!triple.is_empty()).then_some(triple)
        }
    }

    /// The cursor of the whole unit.
    pub fn root(&self) -> Cursor<'_> {
        // SAFETY: the unit is valid.
        Cursor::from_raw(unsafe { sys::clang_getTranslationUnitCursor(self.raw) })
    }

    /// The files that were read, by their names, with their bytes.
    pub fn files(&self) -> Vec<(String, Vec<u8>)> {
        self.raw_files().into_iter().map(|file| self.root().file(file)).collect()
    }

    /// The files that were read, with their names.
    pub fn file_names(&self) -> Vec<(RawFile, String)> {
        self.raw_files().into_iter().map(|file| (file, self.root().file_name(file))).collect()
    }

    /// The lines of a file, from 1 on, that the preprocessor leaves out; only known to units that keep [`Record::Skipped`].
    pub fn skipped_lines(&self, file: RawFile) -> Vec<Range<u32>> {
        let line = |location| {
            let mut line = 0;
            // SAFETY: what is not asked for may be null.
            unsafe {
                sys::clang_getFileLocation(location, ptr::null_mut(), &raw mut line, ptr::null_mut(), ptr::null_mut());
            }
            line
        };
        // SAFETY: the file belongs to this unit; the list is read within its length and disposed of once.
        unsafe {
            let list = sys::clang_getSkippedRanges(self.raw, file.0);
            if list.is_null() {
                return Vec::new();
            }
            let ranges = match ((*list).ranges.is_null(), (*list).count) {
                (true, _) | (_, 0) => &[][..],
                (false, count) => std::slice::from_raw_parts((*list).ranges, count as usize),
            };
            let lines =
                ranges.iter().map(|&range| line(sys::clang_getRangeStart(range))..line(sys::clang_getRangeEnd(range)));
            let lines = lines.collect();
            sys::clang_disposeSourceRangeList(list);
            lines
        }
    }

    fn raw_files(&self) -> Vec<RawFile> {
        extern "C" fn push(file: sys::CXFile, _: *mut sys::CXSourceLocation, _: c_uint, data: sys::CXClientData) {
            // SAFETY: `data` is the vector below, borrowed by nobody else during the visit.
            let files = unsafe { &mut *data.cast::<Vec<RawFile>>() };
            files.push(RawFile(file));
        }
        let mut files: Vec<RawFile> = Vec::new();
        // SAFETY: the visitor only pushes to the vector it is given.
        unsafe { sys::clang_getInclusions(self.raw, push, (&raw mut files).cast()) };
        files
    }

    /// What the compiler said, in order, each followed by the notes that belong to it.
    pub fn diagnostics(&self) -> Vec<ClangDiagnostic> {
        // SAFETY: indices are in range, every diagnostic is disposed of once.
        unsafe {
            let n = sys::clang_getNumDiagnostics(self.raw);
            let mut all = Vec::new();
            for idx in 0..n {
                let raw = sys::clang_getDiagnostic(self.raw, idx);
                all.push(diagnostic(raw));
                // The set of notes belongs to its diagnostic and is not disposed of by itself.
                let notes = sys::clang_getChildDiagnostics(raw);
                for note_idx in 0..sys::clang_getNumDiagnosticsInSet(notes) {
                    let note = sys::clang_getDiagnosticInSet(notes, note_idx);
                    all.push(diagnostic(note));
                    sys::clang_disposeDiagnostic(note);
                }
                sys::clang_disposeDiagnostic(raw);
            }
            all
        }
    }
}

/// # Safety
/// `raw` is valid.
unsafe fn diagnostic(raw: sys::CXDiagnostic) -> ClangDiagnostic {
    // SAFETY: the caller says that it is valid.
    let (level, message, location) = unsafe {
        let message = owned_string(sys::clang_getDiagnosticSpelling(raw));
        (sys::clang_getDiagnosticSeverity(raw), message, sys::clang_getDiagnosticLocation(raw))
    };
    let severity = match level {
        sys::CXDiagnostic_Error | sys::CXDiagnostic_Fatal => Severity::Error,
        sys::CXDiagnostic_Warning => Severity::Warning,
        _ => Severity::Note,
    };
    ClangDiagnostic { severity, message, place: Location::from_raw(location).written() }
}

impl Drop for Unit<'_> {
    fn drop(&mut self) {
        // SAFETY: created by `parse`, disposed of once.
        unsafe { sys::clang_disposeTranslationUnit(self.raw) }
    }
}

/// A file as libclang names it; only good for comparing and for [`Cursor::file`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct RawFile(pub(super) sys::CXFile);

/// A place in the source in the views that libclang has of it.
#[derive(Clone, Copy)]
pub struct Location<'u> {
    raw: sys::CXSourceLocation,
    unit: PhantomData<&'u ()>,
}

/// A file and a byte offset.
pub type FileOffset = (RawFile, u32);

type Resolve = unsafe fn(sys::CXSourceLocation, *mut sys::CXFile, *mut c_uint, *mut c_uint, *mut c_uint);

impl Location<'_> {
    pub(super) fn from_raw(raw: sys::CXSourceLocation) -> Self {
        Self { raw, unit: PhantomData }
    }

    fn resolve(self, how: Resolve) -> Option<FileOffset> {
        let mut file = ptr::null_mut();
        let (mut line, mut column, mut offset) = (0, 0, 0);
        // SAFETY: all out-pointers are valid.
        unsafe { how(self.raw, &raw mut file, &raw mut line, &raw mut column, &raw mut offset) }
        (!file.is_null()).then_some((RawFile(file), offset))
    }

    /// Where the user wrote it: inside a macro's argument if it comes from there, the macro's use otherwise.
    pub fn written(self) -> Option<FileOffset> {
        self.resolve(sys::clang_getFileLocation)
    }

    /// Where the outermost macro is used, for what comes out of a macro.
    pub fn expansion(self) -> Option<FileOffset> {
        self.resolve(sys::clang_getExpansionLocation)
    }

    /// Where its characters stand, which may be inside a macro's definition.
    pub fn spelling(self) -> Option<FileOffset> {
        self.resolve(sys::clang_getSpellingLocation)
    }

    /// Whether it lies in a system header.
    pub fn is_in_system_header(self) -> bool {
        // SAFETY: any location may be asked.
        unsafe { sys::clang_Location_isInSystemHeader(self.raw) != 0 }
    }
}
