//! Small PDFs written by hand, so that tests need no files for them.

use std::fmt::Write as _;

/// A page with words at places, in 10 point Helvetica; `trailer` is put into the trailer.
pub fn document(words: &[(u32, u32, &str)], trailer: &str) -> Vec<u8> {
    let mut content = String::new();
    for (x, y, text) in words {
        let _ = writeln!(content, "BT /F1 10 Tf 1 0 0 1 {x} {y} Tm ({text}) Tj ET");
    }
    let objects = [
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>".to_owned(),
        format!("<< /Length {} >>\nstream\n{content}endstream", content.len()),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>".to_owned(),
    ];
    let mut out = "%PDF-1.4\n".to_owned();
    let mut table = "xref\n0 6\n0000000000 65535 f \n".to_owned();
    for (at, object) in objects.iter().enumerate() {
        let _ = writeln!(table, "{:010} 00000 n ", out.len());
        let _ = write!(out, "{} 0 obj\n{object}\nendobj\n", at + 1);
    }
    let start = out.len();
    let _ = write!(out, "{table}trailer\n<< /Size 6 /Root 1 0 R {trailer} >>\nstartxref\n{start}\n%%EOF\n");
    out.into_bytes()
}
