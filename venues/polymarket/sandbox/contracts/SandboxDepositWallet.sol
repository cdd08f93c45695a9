// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {ERC1155Holder} from "@openzeppelin/contracts/token/ERC1155/utils/ERC1155Holder.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {ERC7739} from "@openzeppelin/contracts/utils/cryptography/signers/draft-ERC7739.sol";

/// @title The sandbox's stand-in for deposit wallets: it holds pUSD and shares, and acts on its owner's signature alone.
/// @dev The code of each wallet, which the factory deploys, ends with the factory's address and the owner's.
contract SandboxDepositWallet is ERC7739, ERC1155Holder {
    struct Call {
        address target;
        uint256 value;
        bytes data;
    }

    struct Batch {
        address wallet;
        uint256 nonce;
        uint256 deadline;
        Call[] calls;
    }

    bytes32 private constant CALL_TYPE = keccak256("Call(address target,uint256 value,bytes data)");
    bytes32 private constant BATCH_TYPE =
        keccak256(
            "Batch(address wallet,uint256 nonce,uint256 deadline,Call[] calls)Call(address target,uint256 value,bytes data)"
        );
    /// @dev Where the arguments begin in the code of a beacon proxy, and how long they are.
    uint256 private constant ARGUMENTS_AT = 0x52;
    uint256 private constant ARGUMENTS_LENGTH = 0x40;

    /// @notice The number that the next batch must have.
    uint256 public nonce;

    error WrongNonce(uint256 given, uint256 expected);
    error Expired(uint256 deadline);
    error WrongSignature();

    constructor() EIP712("DepositWallet", "1") {}

    function owner() public view returns (address) {
        bytes memory arguments = new bytes(ARGUMENTS_LENGTH);
        assembly ("memory-safe") {
            extcodecopy(address(), add(arguments, 0x20), ARGUMENTS_AT, ARGUMENTS_LENGTH)
        }
        (, bytes32 walletId) = abi.decode(arguments, (address, bytes32));
        return address(uint160(uint256(walletId)));
    }

    /// @notice Makes all calls of a batch that the owner signed, or none.
    function execute(Batch calldata batch, bytes calldata signature) external {
        require(batch.nonce == nonce, WrongNonce(batch.nonce, nonce));
        require(block.timestamp <= batch.deadline, Expired(batch.deadline));
        bool isOwners = batch.wallet == address(this) && _rawSignatureValidation(_hashOf(batch), signature);
        require(isOwners, WrongSignature());
        ++nonce;
        for (uint256 index = 0; index < batch.calls.length; ++index) {
            Call calldata each = batch.calls[index];
            Address.functionCallWithValue(each.target, each.data, each.value);
        }
    }

    function _hashOf(Batch calldata batch) private view returns (bytes32) {
        bytes32[] memory calls = new bytes32[](batch.calls.length);
        for (uint256 index = 0; index < calls.length; ++index) {
            Call calldata each = batch.calls[index];
            calls[index] = keccak256(abi.encode(CALL_TYPE, each.target, each.value, keccak256(each.data)));
        }
        bytes32 callsHash = keccak256(abi.encodePacked(calls));
        return
            _hashTypedDataV4(
                keccak256(abi.encode(BATCH_TYPE, batch.wallet, batch.nonce, batch.deadline, callsHash))
            );
    }

    function _rawSignatureValidation(bytes32 hash, bytes calldata signature) internal view override returns (bool) {
        (address signer, ECDSA.RecoverError error, ) = ECDSA.tryRecover(hash, signature);
        return error == ECDSA.RecoverError.NoError && signer == owner();
    }
}
