//! How a request wants threads to be looked at.

use whyc_ir::property::PropertyClass;
use whyc_threads::Accesses;

use crate::request::Request;

/// Where races are not checked, what threads do without synchronisation is followed access by access.
pub fn accesses(request: &Request) -> Accesses {
    match request.deciding.classes.contains(PropertyClass::Race) {
        true => Accesses::Raced,
        false => Accesses::Stepwise,
    }
}
