//! The register file as CMSIS-SVD, for debuggers and code generators.

use super::{Block, Mapped, blocks};
use seqbell_script::core::Refused;
use seqbell_script::facts::{Access, Generation, generation as fact};
use svd_encoder::Config;
use svd_rs::{
    AddressBlock, AddressBlockUsage, BitRange, Cluster, ClusterInfo, Device, DimElement, Field, FieldInfo, MaybeArray,
    Peripheral, PeripheralInfo, Register, RegisterCluster, RegisterInfo, SvdError, ValidateLevel,
};

const LEVEL: ValidateLevel = ValidateLevel::Strict;

/// The register file of a generation as CMSIS-SVD.
///
/// # Errors
/// [`Refused::NoImage`] for a generation whose aperture nobody gives.
pub fn svd(generation: Generation) -> Result<String, Refused> {
    let (base, blocks) = blocks(generation)?;
    let broken = |what: String| Refused::Rule(format!("the register map breaks a rule of CMSIS-SVD: {what}"));
    let device = device(generation, base, &blocks).map_err(|e| broken(e.to_string()))?;
    let text = svd_encoder::encode_with_config(&device, &Config::default()).map_err(|e| broken(e.to_string()))?;
    Ok(text.trim_end().to_owned() + "\n")
}

fn device(generation: Generation, base: u32, blocks: &[Block]) -> Result<Device, SvdError> {
    let peripherals = blocks.iter().map(|block| peripheral(base, block)).collect::<Result<Vec<_>, _>>()?;
    let known = fact(generation);
    Device::builder()
        .name(format!("SEQ_{}", generation.token().to_uppercase()))
        .version("1.0".to_owned())
        .description(format!(
            "tpb_xt_local_reg of {} ({}), as far as it is recovered. Every description ends with its fact and evidence.",
            generation.label(),
            known.nc
        ))
        .address_unit_bits(8)
        .width(32)
        .schema_version("1.3".to_owned())
        .xmlns_xs("http://www.w3.org/2001/XMLSchema-instance".to_owned())
        .no_namespace_schema_location("CMSIS-SVD.xsd".to_owned())
        .peripherals(peripherals)
        .build(LEVEL)
}

fn peripheral(base: u32, block: &Block) -> Result<Peripheral, SvdError> {
    let start = block.registers.iter().map(|r| r.offset).min().unwrap_or(0);
    let end = block.registers.iter().map(Mapped::end).max().unwrap_or(start + 4);
    let window =
        AddressBlock::builder().offset(0).size(end - start).usage(AddressBlockUsage::Registers).build(LEVEL)?;
    let info = PeripheralInfo::builder()
        .name(block.bundle.name().to_owned())
        .description(Some(block.bundle.fact().id.to_owned()))
        .base_address(u64::from(base + start))
        .address_block(Some(vec![window]))
        .registers(Some(children(start, block)?))
        .build(LEVEL)?;
    Ok(MaybeArray::Single(info))
}

/// Registers that repeat together are one cluster that repeats.
fn children(start: u32, block: &Block) -> Result<Vec<RegisterCluster>, SvdError> {
    let together = block.registers.len() > 1 && block.registers.iter().all(Mapped::repeats);
    if let (true, Some(first)) = (together, block.registers.first()) {
        let inner = block
            .registers
            .iter()
            .map(|r| Ok(RegisterCluster::Register(MaybeArray::Single(info(r, r.offset - start, r.name())?))));
        let cluster = ClusterInfo::builder()
            .name(format!("{}[%s]", block.bundle.name()))
            .description(Some(block.bundle.fact().id.to_owned()))
            .address_offset(0)
            .children(inner.collect::<Result<Vec<_>, SvdError>>()?)
            .build(LEVEL)?;
        return Ok(vec![RegisterCluster::Cluster(Cluster::Array(cluster, dim(first)?))]);
    }
    block.registers.iter().map(|r| Ok(RegisterCluster::Register(register(r, r.offset - start)?))).collect()
}

fn register(mapped: &Mapped, offset: u32) -> Result<Register, SvdError> {
    if !mapped.repeats() {
        return Ok(MaybeArray::Single(info(mapped, offset, mapped.name())?));
    }
    Ok(MaybeArray::Array(info(mapped, offset, format!("{}[%s]", mapped.name()))?, dim(mapped)?))
}

fn dim(mapped: &Mapped) -> Result<DimElement, SvdError> {
    let index = (mapped.first..mapped.first + mapped.count).map(|n| n.to_string()).collect();
    DimElement::builder()
        .dim(u32::from(mapped.count))
        .dim_increment(u32::from(mapped.def.stride))
        .dim_index(Some(index))
        .build(LEVEL)
}

fn info(mapped: &Mapped, offset: u32, name: String) -> Result<RegisterInfo, SvdError> {
    let def = mapped.def;
    let fields = def.fields.iter().map(field).collect::<Result<Vec<Field>, SvdError>>()?;
    RegisterInfo::builder()
        .name(name)
        .description(Some(mapped.words()))
        .address_offset(offset)
        .size(Some(32))
        .access(Some(access(def.access)))
        .reset_value(Some(u64::from(def.reset)))
        .fields((!fields.is_empty()).then_some(fields))
        .build(LEVEL)
}

fn field(field: &seqbell_script::facts::Field) -> Result<Field, SvdError> {
    let range = BitRange::from_msb_lsb(u32::from(field.msb), u32::from(field.lsb));
    let info = FieldInfo::builder()
        .name(field.name.to_owned())
        .description(Some(format!("{} {}", field.id, field.evidence)))
        .bit_range(range)
        .access(Some(access(field.access)))
        .build(LEVEL)?;
    Ok(MaybeArray::Single(info))
}

const fn access(access: Access) -> svd_rs::Access {
    match access {
        Access::Rw => svd_rs::Access::ReadWrite,
        Access::Ro => svd_rs::Access::ReadOnly,
        Access::Wo => svd_rs::Access::WriteOnly,
    }
}
