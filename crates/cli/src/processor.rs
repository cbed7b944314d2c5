//! Checks at the start that the processor has the required instructions.

use agon_host::Failure;

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
pub fn check() -> Result<(), Failure> {
    let cpuid = raw_cpuid::CpuId::new();
    let features = cpuid.get_feature_info();
    let extended = cpuid.get_extended_processor_and_feature_identifiers();
    let more = cpuid.get_extended_feature_info();
    let has = |feature: Option<bool>| feature.unwrap_or(false);
    let needed = [
        ("popcnt", has(features.as_ref().map(|info| info.has_popcnt()))),
        ("movbe", has(features.as_ref().map(|info| info.has_movbe()))),
        ("FMA", has(features.as_ref().map(|info| info.has_fma()))),
        ("F16C", has(features.as_ref().map(|info| info.has_f16c()))),
        ("lzcnt", has(extended.as_ref().map(|info| info.has_lzcnt()))),
        ("AVX2", has(more.as_ref().map(|info| info.has_avx2()))),
        ("BMI1", has(more.as_ref().map(|info| info.has_bmi1()))),
        ("BMI2", has(more.as_ref().map(|info| info.has_bmi2()))),
    ];
    let missing: Vec<&str> = needed.iter().filter(|(_, has)| !has).map(|&(name, _)| name).collect();
    if missing.is_empty() {
        return Ok(());
    }
    Err(Failure::Refused(format!(
        "this processor lacks {}, which this program was built for. Use the archive for all \
         processors (its name ends with x86_64-linux), or build the program on this machine: \
         cargo install uses nothing that it lacks; in the source tree, delete .cargo/config.toml \
         first",
        missing.join(", ")
    )))
}

/// This build runs on any processor.
#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
pub fn check() -> Result<(), Failure> {
    Ok(())
}
